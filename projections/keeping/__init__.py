"""A season that keeps itself: new logs are taken in, and the site of the league is brought up to date.

keeper.py   one run from beginning to end    intake.py   logs, facts and names: what came in, what is wrong
news.py     what is new since the last run   feed.py     the feed (Atom)
post.py     a summary to post                site_lock.py only one run at a time
state.py    what earlier runs have announced
"""

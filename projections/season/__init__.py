"""A league's seasons: what SEASON.toml states about them, their standings, and the profiles of those who play.

settings.py     the Structs of SEASON.toml           reading.py    reading and checking it, with lines
patterns.py     patterns of names                    names.py      season, division ... from names of games
results.py      the results of a store               lines.py      sums and criteria of each player
standings.py    points, ranks, what is to be played  ranking.py    the order of players, and what decided it
forms.py        a table as CSV, Markdown, forum code workbook.py   all tables as an Excel file
profiles.py     what is known of a player or faction nameless.py   a store without names
"""

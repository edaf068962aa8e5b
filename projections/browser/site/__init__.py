"""The site: a folder of static files with the page, the program and a Python that runs in the browser."""

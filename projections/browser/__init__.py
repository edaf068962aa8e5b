"""The program in a browser: what its page asks is answered here, in a worker, by the library.

`answering` takes a message and returns one; `messages` has what both sides share, and each module of `answers` the
questions and answers of one view. They run in Pyodide, without DuckDB and Typer. `site` puts the folder of static files
together; it runs outside the browser. The page itself is in `projections/pages/app/`.
"""

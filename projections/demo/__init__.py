"""A league and an evening to try the program with: games played against itself, under the names of a club."""

"""The questions of the page and their answers: a module for each view, which only calls the library.

A module has Structs derived from `Question`, the Structs of its answers, and `ANSWERS`: a function for each question.
"""

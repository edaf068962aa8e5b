"""JSON Schemas (2020-12) of what the program reads and writes, made from the types that read and write it."""

"""Seals: signatures over the head of a log or the root of a store, in a file beside it.

`ssh_signatures` has keys and signatures in the formats of OpenSSH, `statements` what is signed, and `seal_file` the
file of seals. Only signing and verifying need a library (extra `seal`), which is imported by them alone.
"""

"""The conformance kit: what another engine of these games can be judged with, and the judging of its answers."""

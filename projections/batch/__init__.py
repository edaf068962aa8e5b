"""Work over many files: several processes read and replay, one writes."""

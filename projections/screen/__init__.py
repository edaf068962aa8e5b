"""What people type and see: arguments, answers as text and tables, progress, problems."""

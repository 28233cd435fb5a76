"""The schema's history, step by step."""

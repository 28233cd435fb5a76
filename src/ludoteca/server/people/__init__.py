"""A profile without an account: keys to come back with, one person on several devices, history, friends."""

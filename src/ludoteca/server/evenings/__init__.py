"""Club evenings: rounds of duplicate deals at many tables, so that luck cancels and everybody meets."""

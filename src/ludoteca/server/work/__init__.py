"""Heavy work: done beside the tables, in fair shares, once for all who ask, and within limits."""

"""The analysis board: any position that is set up, played on from, and judged by a bot."""

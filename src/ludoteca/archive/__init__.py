"""What a finished game is: its file, its fair deal, its steps; below the laboratory and the server."""

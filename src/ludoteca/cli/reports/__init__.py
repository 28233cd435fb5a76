"""What commands show: charts in the terminal, plots, and reports of one HTML file."""

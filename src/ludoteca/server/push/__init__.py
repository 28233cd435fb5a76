"""Web Push: what a device is told while the page is closed."""

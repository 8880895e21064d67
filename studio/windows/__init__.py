"""The main window and its panels, one file a panel."""

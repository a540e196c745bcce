"""Generated tables and their generators."""

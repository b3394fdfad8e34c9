"""Everything that changes a table. Each locks its row first, so that what comes at the same time comes in turn."""

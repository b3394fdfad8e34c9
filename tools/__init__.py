"""What developers run and no installation needs: pages to look at, rows for them, pictures of them."""

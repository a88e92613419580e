"""Values -> bytes: packb and Packer."""

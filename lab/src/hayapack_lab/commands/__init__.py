"""The lab's commands, one module per group; `add` declares the commands."""

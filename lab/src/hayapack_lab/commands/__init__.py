"""The lab's commands, one module for each group of them; `add` declares them."""

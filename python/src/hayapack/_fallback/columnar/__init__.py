"""The columns of rows. Not named `columns`, as its function in `_fallback` is: an imported submodule would replace it."""

"""Tables: Parquet, Arrow, CSV. Needs pyarrow or polars, which are imported when they are needed."""

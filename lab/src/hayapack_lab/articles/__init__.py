"""The five reference articles, one module each: what to run, and what to show.

A module holds
    KEY, TITLE
    sources(quick) -> list[Source]    what the run measures for it
    section(record) -> Section        its tables and charts, from the record alone

`then/*.tsv` are the figures that the articles printed.
"""

KEYS = ("a", "b", "c", "d", "e")
# A part of an article that can be run alone: the article and the key of the part's source.
PARTS = {"d-csharp": ("d", "d_dotnet")}

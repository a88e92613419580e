"""From a record to what people read: one page of HTML, Markdown, pictures.

    record --build--> model.Report --html, markdown, png--> files

`build` decides what is said; the writers decide only how it looks.
"""

"""Reports from a record: one HTML page, Markdown, pictures.

    record --build--> model.Report --html, markdown, png--> files

`build` decides the content; the writers only its layout.
"""

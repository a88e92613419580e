"""Files of messages as tables: on Arrow (:mod:`hayapack.data.arrow`), in polars (:mod:`hayapack.data.polars`).

    >>> from hayapack import packb
    >>> from hayapack.data import arrow
    >>> data = packb({"id": 1, "name": "haya"}) + packb({"id": 2, "name": None})
    >>> arrow.infer(data)
    {'id': 'int64', 'name': 'str'}
    >>> [batch["id"].tolist() for batch in arrow.reader(data)]
    [[1, 2]]

Each module needs its own packages, which hayapack does not install. None is imported with hayapack.
"""

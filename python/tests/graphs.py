"""Values whose containers occur several times, as text: see vectors/README.md for the notation."""

import json


def graph_text(value):
    """The value as JSON; a list, tuple or dict that occurs several times is {"$id": n, "$is": ...}, then {"$ref": n}.

    The numbers are in the order of the first occurrences. Sizes are bounded by the value's containers, not by what a
    walk without ids would visit.
    """
    seen, repeated, pending = set(), set(), [value]
    while pending:
        one = pending.pop()
        if isinstance(one, (list, tuple, dict)):
            if id(one) in seen:
                repeated.add(id(one))
                continue
            seen.add(id(one))
            pending.extend(one.values() if isinstance(one, dict) else one)
    return json.dumps(_plain(value, repeated, {}), ensure_ascii=False, separators=(",", ":"))


def _plain(value, repeated, ids):
    if not isinstance(value, (list, tuple, dict)):
        return value
    if id(value) in ids:
        return {"$ref": ids[id(value)]}
    known = None
    if id(value) in repeated:
        known = ids[id(value)] = len(ids)
    if isinstance(value, dict):
        found = {key: _plain(one, repeated, ids) for key, one in value.items()}
    else:
        found = [_plain(one, repeated, ids) for one in value]
    return found if known is None else {"$id": known, "$is": found}

"""Values whose containers occur several times, as text."""

import json


def graph_text(value):
    """The value in the notation of vectors/references; a list, tuple or dict that occurs several times is {"$id": n, "$is": ...}, then {"$ref": n}.

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


def shown(value):
    """As repr(), but a list, tuple or dict is whole in its first place only, so that a cycle and much sharing end."""
    return _shown(value, {})


def _shown(value, numbers):
    if type(value) not in (list, tuple, dict):
        return repr(value)
    if id(value) in numbers:
        return f"#{numbers[id(value)]}"
    numbers[id(value)] = len(numbers)
    if type(value) is dict:
        items = [f"{_shown(key, numbers)}: {_shown(one, numbers)}" for key, one in value.items()]
    else:
        items = [_shown(one, numbers) for one in value]
    return f"{type(value).__name__}[{', '.join(items)}]"

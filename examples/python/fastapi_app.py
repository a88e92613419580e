"""FastAPI with MessagePack bodies; `uvicorn fastapi_app:app` serves it.

Answers 415 to another content type, 413 to a body over LIMIT bytes, 400 to invalid MessagePack
(with the error, its offset and path), and 422, as usual, to values that the model refuses.
"""

from fastapi import Depends, FastAPI, HTTPException, Request, Response
from pydantic import BaseModel, ValidationError

import hayapack

TYPE = "application/vnd.msgpack"  # IANA's name
LIMIT = 1_000_000


class MessagePackResponse(Response):
    media_type = TYPE

    def render(self, content):
        return hayapack.packb(content, extended=True)


async def unpacked(request: Request):
    """The request's body as Python values."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != TYPE:
        raise HTTPException(415, f"the content type must be {TYPE}")
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > LIMIT:
            raise HTTPException(413, f"the body must have at most {LIMIT} bytes")
    try:
        return hayapack.unpackb(body, timestamp=3, max_depth=32)
    except ValueError as error:
        raise HTTPException(400, str(error)) from error


class Order(BaseModel):
    id: int
    prices: list[float]


def order(values=Depends(unpacked)):
    try:
        return Order.parse_obj(values)  # pydantic 2: model_validate
    except ValidationError as error:
        raise HTTPException(422, [{"loc": one["loc"], "msg": one["msg"]} for one in error.errors()]) from error


app = FastAPI()


@app.post("/total", response_class=MessagePackResponse)
def total(order: Order = Depends(order)):
    return MessagePackResponse({"id": order.id, "total": sum(order.prices)})

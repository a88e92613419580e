"""Django's cache in MessagePack, for django-redis and for Django's own RedisCache (4.0 or later).

    CACHES = {"default": {
        "BACKEND": "django_redis.cache.RedisCache",  # or django.core.cache.backends.redis.RedisCache
        "LOCATION": "redis://127.0.0.1:6379/0",
        "OPTIONS": {"SERIALIZER": "shop.django_cache.MessagePackSerializer"},  # Django's own: "serializer"
    }}

Values come back as plain ones: tuples and sets as lists, UUID and Decimal as str. An entry that is
not MessagePack, such as one that pickle wrote before, reads as None and is logged.
"""

import logging

import hayapack


class MessagePackSerializer:
    def __init__(self, options=None):  # django-redis passes OPTIONS
        pass

    def dumps(self, value):
        # Redis itself increments integers, as text.
        return value if type(value) is int else hayapack.packb(value, extended=True)

    def loads(self, data):
        try:
            return int(data) if data[:1] in b"-0123456789" else hayapack.unpackb(data, timestamp=3)
        except ValueError as error:
            logging.getLogger(__name__).warning("cache entry ignored: %s", error)
            return None

"""Responses as the stand-in for the tool's server sends them."""

import json


class Response:
    def __init__(self, text, status):
        self.text = text
        self.status = status


def json_response(data, status=200):
    return Response(json.dumps(data), status)

"""Calls tools by a client that was generated from the service's description, and prints what it got."""

import json
import sys

from plumbline_client import AuthenticatedClient
from plumbline_client.api.each_tool import chatapp_dm, grounded_research
from plumbline_client.models import (
    ChatappDmArguments,
    ChatappDmBody,
    GroundedResearchArguments,
    GroundedResearchBody,
)

url, key = sys.argv[1:]
with AuthenticatedClient(base_url=url, token=key) as client:
    for to in ["ada@example.com", "nobody@example.com"]:
        body = ChatappDmBody(arguments=ChatappDmArguments(to=to, text="The engine is ready."))
        sent = chatapp_dm.sync(client=client, body=body)
        told = sent.result.channel if sent.ok else sent.error_code.value
        print(json.dumps([type(sent).__name__, told]))
    question = GroundedResearchArguments(query="Who was Ada Lovelace?")
    found = grounded_research.sync(client=client, body=GroundedResearchBody(arguments=question))
    print(json.dumps([type(found).__name__, found.result.citations[0].url]))

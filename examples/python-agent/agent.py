"""Asks Plumbline's agent a question and prints the answer as it arrives, with its sources.

    PLUMBLINE_API_KEY=$(cat .plumbline/agent-key) python3 agent.py "Who was Ada Lovelace?"

It needs only Python's standard library.
"""

import json
import os
import sys
import urllib.error
import urllib.request

URL = os.environ.get("PLUMBLINE_URL", "http://127.0.0.1:8787")
KEY = os.environ.get("PLUMBLINE_API_KEY") or sys.exit(
    "Set PLUMBLINE_API_KEY, such as to the key in .plumbline/agent-key."
)
TIMEOUT_SECONDS = 120


def run(prompt):
    """Yields the chunks of an agent run (server-sent events with JSON)."""
    request = urllib.request.Request(
        f"{URL}/api/v1/agent/stream",
        data=json.dumps({"messages": [{"role": "user", "content": prompt}]}).encode(),
        headers={
            "authorization": f"Bearer {KEY}",
            "content-type": "application/json",
        },
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as answer:
        for line in answer:
            if line.startswith(b"data:"):
                yield json.loads(line[len(b"data:") :])


def main():
    sources = {}
    used = []
    found_by = None
    for chunk in run(" ".join(sys.argv[1:])):
        match chunk["type"]:
            case "text_delta":
                print(chunk["text"], end="", flush=True)
                for index in chunk.get("citations", []):
                    page = sources.get((chunk.get("tool_use_id", found_by), index))
                    if page and page not in used:
                        used.append(page)
            case "tool_result" if chunk["is_error"]:
                print(f"\n[{chunk['error_code']}] {chunk['refusal_reason']}", file=sys.stderr)
            case "tool_result" if isinstance(chunk["content"], dict):
                for index, page in enumerate(chunk["content"].get("citations") or []):
                    found_by = chunk["tool_use_id"]
                    sources[(found_by, index)] = f"{page['title']} {page['url']}"
            case "unverified":
                print(f"\n[withheld] {chunk['text']} ({chunk['reason']})", file=sys.stderr)
            case "error":
                sys.exit(f"{chunk['error_code']}: {chunk['message']}")
    print()
    for number, page in enumerate(used, 1):
        print(f"{number}. {page}")


if __name__ == "__main__":
    try:
        main()
    except urllib.error.HTTPError as refusal:
        problem = json.load(refusal)
        sys.exit(f"{problem['error_code']}: {problem['detail']}")

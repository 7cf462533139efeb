"""Compares what Plumbline read (main.ts) with what the corpora expect, beside feedparser and Python's email.

    python3 compare.py FOLDER READ.json      prints a table in Markdown; with MISSES=1, what differs, too
"""

import calendar
import collections
import datetime
import email
import email.policy
import html
import json
import os
import re
import sys

import feedparser

DATA, READ = sys.argv[1:]
right, total, misses = collections.Counter(), collections.Counter(), []

LITERAL = r"(u?'(?:[^'\\]|\\.)*'|u?\"(?:[^\"\\]|\\.)*\"|\([\d, ]+\))"
ENTRY = re.compile(r"entries\[0\]\[['\"](title|link|id|summary|author|published_parsed|updated_parsed|description)['\"]\]\s*==\s*" + LITERAL)
FEED = re.compile(r"feed\[['\"](title|link)['\"]\]\s*==\s*" + LITERAL)
EXPECT = re.compile(rb"Expect:\s*(.*?)(?:\r?\n\s*-->|\r?\n[A-Z]\w+:)", re.S)
SAME = {"description": "summary", "published_parsed": "date", "updated_parsed": "date"}


def note(row, who, name, found, expected):
    total[row, who] += 1
    right[row, who] += found == expected
    if found != expected and who == "Plumbline":
        misses.append(f"{row} | {name} | {found!r:.150} | {expected!r:.150}")


def plain(text):
    for _ in range(2):
        text = html.unescape(re.sub(r"<[^>]*>", " ", str(text or "")))
    return re.sub(r"[\s\u200b\xa0]+", " ", re.sub(r"<[^>]*>", " ", text)).strip()[:300]


def seconds(iso):
    return iso and int(datetime.datetime.fromisoformat(iso.replace("Z", "+00:00")).timestamp())


def comparable(field, value):
    if field in ("title", "summary"):
        return plain(value)
    if field == "date":
        return calendar.timegm(value) if isinstance(value, (tuple, list)) else value
    return value or ""


def ours_of(item):
    fields = {field: item.get(field) for field in ("title", "id", "summary", "author")}
    return {**fields, "link": item.get("url"), "date": seconds(item.get("published_at"))}


def theirs_of(entry):
    date = entry.get("published_parsed") or entry.get("updated_parsed")
    fields = {field: entry.get(field) for field in ("title", "id", "summary", "author", "link")}
    return {**fields, "date": tuple(date) if date else None}


def feed(name, answer):
    body = open(os.path.join(DATA, name), "rb").read()
    parsed = feedparser.parse(body, response_headers={"content-type": "application/xml"}, sanitize_html=False)
    if parsed.entries or parsed.feed.get("title"):
        note("feeds that feedparser reads: not refused", "Plumbline", name, answer["ok"], True)
    expected = EXPECT.search(body[:6000])
    if not name.startswith("kurtmckee") or expected is None or not answer["ok"]:
        return
    said = expected.group(1).decode("utf8", "replace")
    items = answer["result"]["items"]
    about = answer["result"]["feed"]
    ours = ours_of(items[0]) if items else {}
    theirs = theirs_of(parsed.entries[0]) if parsed.entries else {}
    pairs = [(ENTRY, ours, theirs), (FEED, {"title": about["title"], "link": about["site_url"]}, parsed.feed)]
    for pattern, mine, peer in pairs:
        for key, literal in pattern.findall(said):
            field = SAME.get(key, key)
            value = comparable(field, eval(literal))  # A literal: the pattern matches nothing else.
            for who, found in (("Plumbline", mine), ("Python", peer)):
                note("feedparser's own expectations", who, name, comparable(field, found.get(field)), value)


def words(text):
    """\ufffd stands for a letter that stalwart could not decode."""
    return re.findall(r"[\w\ufffd]+", re.sub(r"<[^>]*>", " ", html.unescape(text or "")))


def holds(found, wanted):
    """Whether all words are found, in their order."""
    rest = iter(found)
    return all(any(re.fullmatch(word.replace("\ufffd", "."), each) for each in rest) for word in wanted)


def python_mail(raw):
    try:
        message = email.message_from_bytes(raw, policy=email.policy.default)
        body = message.get_body(("plain", "html"))
        return words(body.get_content() if body else ""), len(list(message.iter_attachments()))
    except Exception:  # Python's parser raises what it likes.
        return [], 0


def mail(name, message):
    path = os.path.join(DATA, name)
    expected = json.load(open(path[:-4] + ".json"))
    bodies = [expected["parts"][part]["body"] for part in expected["text_body"]]
    texts = [body.get("Text") or body.get("Html") or "" for body in bodies if isinstance(body, dict)]
    whole = [word for text in texts for word in words(text)]
    files = [expected["parts"][part]["body"] for part in expected["attachments"]]
    theirs, count = python_mail(open(path, "rb").read())
    for who, found, listed in (("Plumbline", words(message.get("body")), len(message["attachments"])), ("Python", theirs, count)):
        cut = who == "Plumbline" and message.get("body_truncated") and whole[: len(found) - 1] == found[:-1]
        note("mails of stalwart: body whole", who, name, whole if cut else found, whole)
        note("mails of stalwart: no word of the body lost", who, name, cut or holds(found, whole), True)
        note("mails of stalwart: all attachments listed", who, name, listed >= len(files), True)
        unseen = [file for file in files if not holds(found, words(file.get("Text", "\ufffd\ufffd")))]
        note("mails of stalwart: all attachments listed or shown", who, name, listed >= len(unseen), True)


read = json.load(open(READ))
for name, answer in read["feeds"].items():
    feed(name, answer)
for name, message in read["mails"].items():
    if os.path.exists(os.path.join(DATA, name[:-4] + ".json")):
        mail(name, message)
print("| what | Plumbline | Python |\n|---|---|---|")
for row in dict.fromkeys(row for row, _ in total):
    cells = [f"{right[row, who]:,} of {total[row, who]:,}" if total[row, who] else "–" for who in ("Plumbline", "Python")]
    print(f"| {row} | {cells[0]} | {cells[1]} |")
if os.environ.get("MISSES"):
    print("\n".join(misses))

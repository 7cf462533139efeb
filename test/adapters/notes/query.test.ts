import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import {
  notesError,
  notesInvalid,
  notesMultipleSources,
  notesNotFound,
  notesRateLimited,
  notesRestricted,
  notesUnauthorized,
  notesUnavailable,
} from "@plumbline/sandbox/notes/failures.ts";
import { json, type Reply } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { advisedWith, refused, succeeded } from "../adapter-under-test.ts";
import { SOME_ID, startNotesUnderTest } from "./notes-under-test.ts";

const under = startedForEach(startNotesUnderTest);

async function titles(args: Record<string, unknown>): Promise<unknown[]> {
  const { result } = succeeded(await under.query(args));
  return (result as { pages: { title: string }[] }).pages.map(({ title }) => title);
}

test("a query gives pages with plain values", async () => {
  expect(await under.query({ page_size: 1 })).toEqual({
    ok: true,
    tool: "notes_query",
    credential: expect.objectContaining({ id: expect.any(String) }),
    result: {
      pages: [
        {
          id: "5eed0000-0000-4000-8000-000000000001",
          url: "https://notes.example/5eed0000000040008000000000000001",
          title: "Water the plants",
          created_time: "2026-01-01T10:00:00.000Z",
          last_edited_time: "2026-01-01T10:00:00.000Z",
          archived: false,
          properties: { Task: "Water the plants", Status: "To do", Points: 1, Score: 10 },
        },
      ],
      next_cursor: "5eed0000-0000-4000-8000-000000000002",
      has_more: true,
    },
    attempts: 1,
    elapsed_ms: 0,
  });
  const [request] = under.notes.requests;
  expect(request?.headers["notion-version"]).toBe("2022-06-28");
  expect(under.bodies("POST")).toEqual([{ page_size: 1 }]);
});

test("the cursor leads to the second page, Unicode whole, and the last says that it is the last", async () => {
  const first = succeeded(await under.query({ page_size: 2 }));
  expect(first.result).toMatchObject({ pages: [{}, { title: "Pay the rent 🏠" }], has_more: true });
  const { next_cursor: cursor } = first.result as { next_cursor: string };
  expect(succeeded(await under.query({ page_size: 2, cursor })).result).toMatchObject({
    pages: [{ title: "Übersetzung prüfen", properties: { Status: "Done" } }],
    next_cursor: null,
    has_more: false,
  });
});

test("a database id is taken without its dashes", async () => {
  expect(await titles({ database_id: "0da7aba5e00040008000000000000001" })).toHaveLength(3);
});

describe("filters and sorts are the provider's", () => {
  const status = (equals: string) => ({ property: "Status", status: { equals } });
  test.each<[what: string, args: Record<string, unknown>, found: string[]]>([
    ["one condition", { filter: status("Done") }, ["Übersetzung prüfen"]],
    ["nothing fits", { filter: { property: "Points", number: { greater_than: 9 } } }, []],
    [
      "two levels",
      {
        filter: {
          and: [{ property: "Points", number: { less_than: 3 } }, { or: [status("Done"), status("Doing")] }],
        },
      },
      ["Übersetzung prüfen"],
    ],
    [
      "a timestamp",
      { filter: { timestamp: "created_time", created_time: { after: "2026-01-01T10:01:30Z" } } },
      ["Übersetzung prüfen"],
    ],
    [
      "sorted by a property",
      { sorts: [{ property: "Points", direction: "descending" }] },
      ["Pay the rent 🏠", "Übersetzung prüfen", "Water the plants"],
    ],
    [
      "sorted by a time",
      { sorts: [{ timestamp: "created_time", direction: "descending" }] },
      ["Übersetzung prüfen", "Pay the rent 🏠", "Water the plants"],
    ],
  ])("%s", async (_what, args, found) => {
    expect(await titles(args)).toEqual(found);
  });
});

test("a page of which only the id may be read", async () => {
  under.notes.script(
    "POST",
    json({ object: "list", results: [{ object: "page", id: SOME_ID }], next_cursor: null, has_more: false }),
  );
  expect(succeeded(await under.query()).result).toEqual({
    pages: [{ id: SOME_ID, title: "", properties: {} }],
    next_cursor: null,
    has_more: false,
  });
});

describe("query answers", () => {
  describe("tried again until it is answered", () => {
    test.each<[what: string, reply: Reply, waits: number[]]>([
      ["409", notesError(409, "conflict_error", "Conflict occurred while saving."), [600]],
      ["rate_limited under another status", notesError(400, "rate_limited", "Slow down."), [600]],
      [
        "rate_limited under 200",
        json({ object: "error", status: 200, code: "rate_limited", message: "" }),
        [600],
      ],
    ])("%s", async (_what, reply, waits) => {
      under.notes.script("POST", reply);
      expect(await under.query()).toMatchObject({ ok: true, attempts: 2 });
      expect(under.clock.waits).toEqual(waits);
      expect(under.asked()).toHaveLength(2);
    });
  });

  test("given up after three attempts, and nothing is unknown of a read", async () => {
    under.notes.scriptAlways("POST", notesUnavailable(503));
    const result = refused(await under.query());
    expect(result).toMatchObject({
      error_code: "transient",
      refusal_reason: "The notes app (Notion) responded with 503.",
      attempts: 3,
    });
    expect(result.outcome_unknown).toBeUndefined();
    expect(under.clock.waits).toEqual([600, 1200]);
  });

  test("a wait that passes the deadline is not begun", async () => {
    under.notes.script("POST", notesRateLimited(3_600));
    expect(refused(await under.query())).toMatchObject({
      error_code: "rate_limit",
      refusal_reason: "The notes app (Notion) is limiting calls.",
      retry_after_seconds: 3_600,
      attempts: 1,
    });
    expect(under.clock.waits).toEqual([]);
  });

  describe("refused at once", () => {
    test.each<[what: string, reply: Reply, expected: Partial<DispatchFailure>]>([
      [
        "401",
        notesUnauthorized(),
        {
          error_code: "authentication",
          refusal_reason: "The notes app (Notion) refused the call: API token is invalid.",
          next_step: expect.stringMatching(/^Reconnect "/),
        },
      ],
      ["400 invalid_grant", notesError(400, "invalid_grant", "Expired."), { error_code: "authentication" }],
      [
        "403",
        notesRestricted(),
        {
          error_code: "authentication",
          next_step: advisedWith(
            "Give the integration the missing capability (read or insert content) in the notes app (Notion).",
          ),
        },
      ],
      [
        "404",
        notesNotFound("database", "d1"),
        {
          error_code: "validation",
          refusal_reason:
            "The notes app (Notion) refused the call: Could not find database with ID: d1. Make sure the relevant pages and databases are shared with your integration.",
          next_step:
            "Check the id, and share the page or database with the integration (its ••• menu, Connections).",
        },
      ],
      [
        "several data sources",
        notesMultipleSources(["s1", "s2"]),
        {
          error_code: "validation",
          refusal_reason:
            "This database has several data sources, which the provider's API version 2022-06-28 can neither read nor write.",
          next_step: expect.stringContaining("move all sources except one to separate databases"),
        },
      ],
      [
        "400 validation_error",
        notesInvalid("bad filter"),
        { error_code: "validation", refusal_reason: "The notes app (Notion) refused the call: bad filter" },
      ],
      [
        "400 without words",
        notesError(400, "validation_error", ""),
        { refusal_reason: "The notes app (Notion) refused the call: validation_error" },
      ],
      [
        "an unknown code",
        notesError(418, "constructor", "Teapot."),
        { error_code: "validation", refusal_reason: "The notes app (Notion) refused the call: Teapot." },
      ],
      [
        "a body that is no error of theirs",
        json({ error: "no" }, 400),
        { error_code: "validation", refusal_reason: "The notes app (Notion) responded with 400." },
      ],
    ])("%s", async (_what, reply, expected) => {
      under.notes.script("POST", reply);
      const result = refused(await under.query());
      expect(result).toMatchObject({ attempts: 1, ...expected });
      expect(result.outcome_unknown).toBeUndefined();
      expect(under.clock.waits).toEqual([]);
      expect(under.asked()).toHaveLength(1);
    });
  });

  test("the log has the provider's id of the request and its code, and no words of it", async () => {
    under.notes.script("POST", notesError(400, "validation_error", "private words", { request_id: "req-7" }));
    await under.query();
    expect(under.callLines()).toMatchObject([
      { provider_request_id: "req-7", provider_code: "validation_error", provider_status: 400 },
    ]);
    expect(JSON.stringify(under.logged)).not.toContain("private words");
  });
});

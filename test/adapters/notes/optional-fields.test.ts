import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { refused, succeeded } from "../adapter-under-test.ts";
import {
  type AnswerRules,
  problemsWithoutEachField,
  UNKNOWN_ONCE,
  UNREADABLE_THRICE,
} from "../without-each-field.ts";
import { SOME_ID, startNotesUnderTest } from "./notes-under-test.ts";

const under = startedForEach(startNotesUnderTest);

const output = (tool: string) => under.tools.get(tool)?.output;
const QUERY = "POST /v1/databases/{id}/query";
const nameOf = ({ method, path }: RecordedRequest) => `${method} ${path.replace(/[\da-f-]{36}/, "{id}")}`;

/** The answer without one of its pages, which is counted. */
const withoutPage = (whole: unknown, [index]: number[]) => {
  const { pages, ...rest } = whole as { pages: unknown[] };
  return { ...rest, pages: pages.filter((_page, at) => at !== index), unreadable: 1 };
};

/** Of a page the id, which its blocks are asked for with. */
const LIST = {
  "": "required",
  results: "required",
  "results.*": withoutPage,
  "results.*.id": withoutPage,
  "results.*.url": ["pages.*.url"],
  "results.*.created_time": ["pages.*.created_time"],
  "results.*.last_edited_time": ["pages.*.last_edited_time"],
  "results.*.archived": ["pages.*.archived"],
  "results.*.properties": ["pages.*.properties", "pages.*.title"],
} as const;

test("notes_query", async () => {
  const problems = await problemsWithoutEachField({
    server: under.notes,
    call: () => under.query({ page_size: 2 }),
    output: output("notes_query"),
    nameOf,
    answers: {
      [QUERY]: { fields: { ...LIST, next_cursor: ["next_cursor"] }, failure: UNREADABLE_THRICE },
    },
  });
  expect(problems).toEqual([]);
});

test("notes_query with blocks", async () => {
  const text = ["pages.0.blocks", "pages.0.blocks_truncated"];
  // The text of a block stands under its type; what has children is asked for them.
  const blocks: AnswerRules = {
    fields: { "": "required", results: "required", "results.*": text },
    failure: UNREADABLE_THRICE,
  };
  const problems = await problemsWithoutEachField({
    server: under.notes,
    call: () => under.query({ fetch_blocks: true, filter: { property: "Points", number: { equals: 1 } } }),
    output: output("notes_query"),
    nameOf: (request) => (nameOf(request) === QUERY ? QUERY : `blocks of ${request.path.at(-10)}`),
    answers: {
      [QUERY]: "left whole",
      "blocks of 1": blocks,
      "blocks of 5": blocks,
    },
  });
  expect(problems).toEqual([]);
});

test.each([
  ["without a type", { id: SOME_ID, has_children: false }],
  ["without an id, that holds others", { type: "paragraph", paragraph: {}, has_children: true }],
  ["that is null", null],
])("a page with a block %s is reported as cut, and keeps the rest", async (_what, odd) => {
  const paragraph = { rich_text: [{ plain_text: "Fern" }] };
  under.notes.script("POST", json({ results: [{ id: SOME_ID }] }));
  under.notes.script("GET", json({ results: [odd, { type: "paragraph", paragraph }] }));
  const { result } = succeeded(await under.query({ fetch_blocks: true }));
  expect(result).toMatchObject({
    pages: [{ blocks: expect.stringContaining("Fern"), blocks_truncated: true }],
    next_cursor: null,
    has_more: false,
  });
});

test("a page whose id would be another path is left out and counted", async () => {
  under.notes.script("POST", json({ results: [{ object: "page", id: "../users/me" }] }));
  expect(succeeded(await under.query({ fetch_blocks: true })).result).toMatchObject({
    pages: [],
    unreadable: 1,
  });
  expect(under.asked()).toHaveLength(1);
});

test.each([
  [{ next_cursor: "c" }, { next_cursor: "c", has_more: true }],
  [{ has_more: true }, { next_cursor: null, has_more: true }],
  [
    { next_cursor: 7, has_more: "yes" },
    { next_cursor: null, has_more: false },
  ],
])("what a list says of further pages as %j", async (said, expected) => {
  under.notes.script("POST", json({ results: [], ...said }));
  expect(succeeded(await under.query()).result).toEqual({ pages: [], ...expected });
});

/** Of the page the id. */
const CREATED: AnswerRules = { fields: { id: "required", url: ["url"] }, failure: UNKNOWN_ONCE };

test("notes_create_page in a database", async () => {
  const problems = await problemsWithoutEachField({
    server: under.notes,
    call: () => under.create({ properties: { Status: "Doing" } }),
    output: output("notes_create_page"),
    nameOf,
    answers: {
      // The given properties are written as their types require. The refusal names a
      // property that the database does not have. For one without a type, it says that the answer could not
      // be read.
      "GET /v1/databases/{id}": {
        fields: { "": "required", "properties.Status.type": "required" },
        failure: { outcome_unknown: undefined },
      },
      "POST /v1/pages": CREATED,
    },
  });
  expect(problems).toEqual([]);
});

test("notes_create_page with more blocks than one request carries", async () => {
  const problems = await problemsWithoutEachField({
    server: under.notes,
    call: () => under.create({ content: "a\n\n".repeat(101) }),
    output: output("notes_create_page"),
    nameOf,
    answers: {
      // Its title property may be named by its id.
      "GET /v1/databases/{id}": { fields: { "": "required" }, failure: UNREADABLE_THRICE },
      "POST /v1/pages": "left whole",
      // The blocks are appended, and nothing of the answer is shown.
      "PATCH /v1/blocks/{id}/children": { fields: { "": "required" }, failure: UNKNOWN_ONCE },
    },
  });
  expect(problems).toEqual([]);
});

test("a database that does not tell its properties: the title goes by its id", async () => {
  under.notes.script("GET", json({ object: "database" }));
  succeeded(await under.create());
  expect(under.bodies("POST")[0]?.properties).toEqual({ title: expect.anything() });
});

test("a bot without a name is still a good token", async () => {
  under.notes.script("GET", json({ object: "user", name: null, bot: {} }));
  const [credential] = (await under.service.credentials.list(under.caller.tenantId, { limit: 1 })).items;
  expect(succeeded(await under.testCredential(credential?.id ?? "")).result).toEqual({});
});

test("the test of a token", async () => {
  const problems = await problemsWithoutEachField({
    server: under.notes,
    call: async () => {
      const credential = (await under.service.credentials.list(under.caller.tenantId, { limit: 1 })).items[0];
      return under.testCredential(credential?.id ?? "");
    },
    output: undefined,
    answers: {
      "GET /v1/users/me": {
        fields: { "": "required", name: ["account"], "bot.workspace_name": ["account"] },
        failure: UNREADABLE_THRICE,
      },
    },
  });
  expect(problems).toEqual([]);
});

test.each([
  [400, { code: "invalid_grant" }, "authentication"],
  [409, { code: "conflict_error", additional_data: { error_type: 7 } }, "transient"],
])("a %i that says %j is still its class", async (status, body, error_code) => {
  under.notes.scriptAlways("", json(body, status));
  expect(refused(await under.query())).toMatchObject({ error_code });
});

describe("property values", () => {
  /** The page that a query finds when the provider answers with these properties. */
  async function pageWith(properties: Record<string, unknown>) {
    const results = [{ object: "page", id: SOME_ID, properties }];
    under.notes.script("POST", json({ object: "list", results, next_cursor: null, has_more: false }));
    const { result } = succeeded(await under.query());
    return (result as { pages: { properties: Record<string, unknown>; truncated_properties?: string[] }[] })
      .pages[0];
  }

  const words = (plain_text: string) => ({ type: "text", plain_text });

  test.each<[type: string, value: unknown, plain: unknown]>([
    ["title", [words("A "), words("b")], "A b"],
    ["rich_text", [], ""],
    ["number", 0, 0],
    ["number", null, null],
    ["checkbox", false, false],
    ["select", { id: "1", name: "Red" }, "Red"],
    ["select", null, null],
    ["status", { name: "Done" }, "Done"],
    ["multi_select", [{ name: "a" }, { name: "b" }], ["a", "b"]],
    ["date", { start: "2026-01-31", end: null }, "2026-01-31"],
    ["date", { start: "2026-01-31", end: "2026-02-02" }, "2026-01-31/2026-02-02"],
    ["date", null, null],
    [
      "people",
      [
        { object: "user", id: "u1", name: "Ada" },
        { object: "user", id: "u2" },
      ],
      [
        { id: "u1", name: "Ada" },
        { id: "u2", name: null },
      ],
    ],
    ["relation", [{ id: "r1" }], ["r1"]],
    [
      "files",
      [
        { name: "a.pdf", type: "file", file: { url: "https://s3.example/signed?X-Signature=1" } },
        { name: "b", type: "external", external: { url: "https://x.example/b" } },
      ],
      [{ name: "a.pdf" }, { name: "b", url: "https://x.example/b" }],
    ],
    ["url", "https://x.example", "https://x.example"],
    ["email", null, null],
    ["phone_number", "+49 1", "+49 1"],
    ["formula", { type: "string", string: "x" }, "x"],
    ["formula", { type: "boolean", boolean: true }, true],
    ["formula", { type: "date", date: { start: "2026-01-31" } }, "2026-01-31"],
    ["rollup", { type: "number", number: 3, function: "sum" }, 3],
    [
      "rollup",
      {
        type: "array",
        array: [
          { type: "title", title: [words("t")] },
          { type: "number", number: 2 },
        ],
      },
      ["t", 2],
    ],
    ["rollup", { type: "unsupported", unsupported: {} }, null],
    ["created_time", "2026-01-01T00:00:00.000Z", "2026-01-01T00:00:00.000Z"],
    ["created_by", { object: "user", id: "u1", name: "Ada" }, { id: "u1", name: "Ada" }],
    ["unique_id", { prefix: "TASK", number: 7 }, "TASK-7"],
    ["unique_id", { prefix: null, number: 7 }, 7],
    ["verification", { state: "verified", date: null }, "verified"],
    ["button", {}, null],
    ["constructor", {}, null],
    ["title", "not an array", ""],
    ["multi_select", null, []],
    ["date", "not an object", null],
  ])("%s %j is returned as %j", async (type, value, plain) => {
    expect(await pageWith({ P: { id: "x", type, [type]: value } })).toMatchObject({
      properties: { P: plain },
    });
  });

  test("a property that is no object, and values nested without end, are returned as empty", async () => {
    let nested: unknown = { type: "number", number: 1 };
    for (let level = 0; level < 50; level++) nested = { type: "rollup", rollup: nested };
    expect((await pageWith({ A: "text", B: nested }))?.properties).toEqual({ A: null, B: null });
  });

  test("properties the provider gave only in part are named", async () => {
    const people = Array.from({ length: 25 }, (_, index) => ({ id: `u${index}` }));
    const mentions = people.map(() => ({ type: "mention", plain_text: "@x" }));
    const page = await pageWith({
      Team: { id: "a", type: "people", people },
      Text: { id: "b", type: "rich_text", rich_text: mentions },
      Links: { id: "c", type: "relation", relation: [{ id: "r" }], has_more: true },
      Few: { id: "d", type: "people", people: people.slice(1) },
      Long: { id: "e", type: "rich_text", rich_text: Array(30).fill(words("x")) },
    });
    expect(page?.truncated_properties).toEqual(["Team", "Text", "Links"]);
  });
});

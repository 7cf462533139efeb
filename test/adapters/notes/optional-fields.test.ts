import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refused, succeeded } from "../adapter-under-test.ts";
import {
  type AnswerRules,
  problemsWithoutEachField,
  UNKNOWN_ONCE,
  UNREADABLE_THRICE,
} from "../without-each-field.ts";
import { type NotesUnderTest, SOME_ID, startNotesUnderTest } from "./notes-under-test.ts";

let under: NotesUnderTest;

beforeEach(async () => {
  under = await startNotesUnderTest();
});

afterEach(() => under.close());

const output = (tool: string) => under.service.registry.get(tool)?.output;
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
  [401, {}, "authentication"],
  [400, { object: "error", code: 7, message: null }, "validation"],
  [409, { code: "conflict_error", additional_data: { error_type: 7 } }, "transient"],
  [429, { object: null }, "rate_limit"],
  [503, { message: 7 }, "transient"],
])("a %i that says %j is still its class", async (status, body, error_code) => {
  under.notes.scriptAlways("", json(body, status));
  expect(refused(await under.query())).toMatchObject({ error_code });
});

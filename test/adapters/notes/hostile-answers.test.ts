import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { json, text } from "@plumbline/sandbox/server/reply.ts";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { notesCreatePage } from "../../../packages/adapters/notes/notes-create-page.ts";
import { notesQuery } from "../../../packages/adapters/notes/notes-query.ts";
import { startedForFile } from "../../support/started.ts";
import { refused } from "../adapter-under-test.ts";
import { SOME_ID, startNotesUnderTest } from "./notes-under-test.ts";

const under = startedForFile(startNotesUnderTest);

beforeEach(() => under.notes.clear());

const STATUSES = [200, 302, 400, 401, 404, 409, 429, 502, 529];
const OUTPUT = {
  notes_query: notesQuery("http://notes.example").output,
  notes_create_page: notesCreatePage("http://notes.example").output,
};

const word = fc.constantFrom(
  "",
  "..",
  "title",
  "relation",
  "text",
  "__proto__",
  "constructor",
  "\u0000\ud800",
);
const odd = fc.oneof(word, fc.jsonValue({ maxDepth: 2 }));
const mostly = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 6, arbitrary: usual }, { weight: 1, arbitrary: odd });
const loose = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });
const id = mostly(fc.constant(SOME_ID));
const refusal = loose({
  object: fc.constant("error"),
  code: fc.oneof(odd, fc.constantFrom("rate_limited", "validation_error", "unauthorized", "conflict_error")),
  message: odd,
  request_id: odd,
  additional_data: mostly(loose({ error_type: odd })),
});
const richText = mostly(fc.array(mostly(loose({ plain_text: odd, type: odd }))));
const value = fc.oneof(odd, richText, loose({ name: odd, start: odd, end: odd, type: word, array: odd }));
const property = mostly(
  fc.record(
    { id: word, type: word, title: value, relation: value, text: value },
    { requiredKeys: ["id", "type"] },
  ),
);
const properties = mostly(fc.dictionary(word, property));
const page = fc.record({ id, url: mostly(fc.webUrl()), properties }, { requiredKeys: ["id"] });
const blockType = fc.constantFrom("paragraph", "code", "table_row", "synced_block", "id", "__proto__");
const content = mostly(loose({ rich_text: richText, cells: odd, language: odd, synced_from: odd }));
const block = fc
  .tuple(blockType, content, id)
  .map(([type, inner, id]) =>
    Object.fromEntries(Object.entries({ id, has_children: true, [type]: inner, type })),
  );
const list = (entry: fc.Arbitrary<unknown>) =>
  fc.record({
    results: mostly(fc.array(entry, { maxLength: 3 })),
    next_cursor: fc.constantFrom(null, "c", "", "\ud800"),
    has_more: fc.boolean(),
  });

function answersWell(tool: keyof typeof OUTPUT, result: DispatchResult): void {
  if (result.ok) OUTPUT[tool].parse(result.result);
  else expect(result.refusal_reason).toMatch(/^(The response of t|T)he notes app /);
}

test("whatever the notes app answers, a query has a result", async () => {
  await fc.assert(
    fc.asyncProperty(
      mostly(list(page)),
      fc.oneof({ weight: 3, arbitrary: list(block) }, refusal),
      async (found, blocks) => {
        under.notes.clear();
        under.notes.scriptAlways("POST", json(found));
        under.notes.scriptAlways("GET", json(blocks));
        answersWell("notes_query", await under.query({ fetch_blocks: true }));
      },
    ),
    { numRuns: 80, seed: 3 },
  );
});

test("whatever the notes app answers, a new page is named or refused", async () => {
  const database = mostly(fc.record({ id, properties }));
  const appended = mostly(fc.record({ results: fc.constant([]) }));
  await fc.assert(
    fc.asyncProperty(database, mostly(page), appended, async (found, made, more) => {
      under.notes.clear();
      under.notes.scriptAlways("GET", json(found));
      under.notes.scriptAlways("POST", json(made));
      under.notes.scriptAlways("PATCH", json(more));
      answersWell("notes_create_page", await under.create({ content: "a\n\n".repeat(101) }));
    }),
    { numRuns: 80, seed: 3 },
  );
});

test("whatever it refuses with, the call is refused", async () => {
  const status = fc.constantFrom(...STATUSES);
  await fc.assert(
    fc.asyncProperty(fc.oneof(refusal, odd), status, async (answer, code) => {
      under.notes.clear();
      under.notes.scriptAlways("", json(answer, code));
      const reason = expect.stringMatching(/^((The response of t|T)he notes app |This database)/);
      expect(refused(await under.query()).refusal_reason).toEqual(reason);
      expect(refused(await under.create()).refusal_reason).toEqual(reason);
    }),
    { numRuns: 80, seed: 3 },
  );
});

test("an answer nested without end is no answer", async () => {
  under.notes.script("POST", text("[".repeat(100_000) + "]".repeat(100_000)));
  expect(refused(await under.create())).toMatchObject({ error_code: "transient", outcome_unknown: true });
});

import { notesInvalid, notesOverloaded, notesRateLimited } from "@plumbline/sandbox/notes/failures.ts";
import { hangBeforeHeaders, json, type Reply, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { afterHandling } from "@plumbline/sandbox/server/script.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refused } from "../adapter-under-test.ts";
import { type NotesUnderTest, startNotesUnderTest, untilAsked } from "./notes-under-test.ts";

let under: NotesUnderTest;
let before: number;

beforeEach(async () => {
  under = await startNotesUnderTest();
  before = under.notes.workspace.pages.length;
});

afterEach(() => under.close());

const APPEND = "PATCH /v1/blocks/";
const PAGE = "https://notes.example/5eed0000000040008000000000000007";
/** 250 blocks: a request that creates and two that append. */
const content = Array.from({ length: 250 }, (_, index) => `Paragraph ${index + 1}`).join("\n\n");

const made = () => under.notes.workspace.pages.slice(before);

/** The text that stands on the page, a line each block. */
function written(): unknown[] {
  const blocks = under.notes.workspace.childrenOf(made()[0]?.id ?? "") ?? [];
  return blocks.map(({ content: { rich_text: text } }) => (text as { plain_text: string }[])[0]?.plain_text);
}

test("the blocks come in batches of 100, in order", async () => {
  expect(await under.create({ content })).toMatchObject({
    ok: true,
    result: { url: PAGE, blocks_added: 250 },
  });
  expect(under.asked().map((asked) => asked.split(" ")[0])).toEqual(["GET", "POST", "PATCH", "PATCH"]);
  expect(under.bodies("P").map(({ children }) => (children as unknown[]).length)).toEqual([100, 100, 50]);
  expect(written().join("\n\n")).toBe(content);
});

describe("an append that may be repeated is, and the page is not created again", () => {
  test.each<[what: string, reply: Reply, wait: number]>([
    ["429", notesRateLimited(3), 3_000],
    ["529", notesOverloaded(2), 2_000],
    ["503", json({}, 503), 600],
  ])("%s", async (_what, reply, wait) => {
    under.notes.script(APPEND, reply, reply);
    expect(await under.create({ content })).toMatchObject({
      ok: true,
      attempts: 3,
      result: { blocks_added: 250 },
    });
    expect(under.clock.waits[0]).toBe(wait);
    expect(under.bodies("P").map(({ children }) => (children as unknown[]).length)).toEqual([
      100, 100, 100, 100, 50,
    ]);
    expect(made()).toHaveLength(1);
    expect(written().join("\n\n")).toBe(content);
  });
});

describe("an append that fails for good tells what stands", () => {
  const UNFINISHED = `The page ${PAGE} exists with 100 of 250 blocks.`;

  test("after three attempts", async () => {
    under.notes.scriptAlways(APPEND, json({}, 503));
    expect(refused(await under.create({ content }))).toMatchObject({
      error_code: "transient",
      refusal_reason: `The notes app answered 503. ${UNFINISHED}`,
      next_step: "Look at the page and add what is missing; creating it again would make a second one.",
      attempts: 3,
    });
    expect(made()).toHaveLength(1);
  });

  test.each<[what: string, reply: Reply, code: string]>([
    ["refused as invalid", notesInvalid("Invalid URL for link."), "validation"],
    ["refused for the token", json({}, 401), "authentication"],
    ["lost", resetAfterReading(), "transient"],
    ["answered with something else", json({ object: "page" }), "transient"],
  ])("%s: its outcome is unknown, so that nothing creates it anew", async (_what, reply, code) => {
    under.notes.script(APPEND, afterHandling(reply));
    const result = refused(await under.create({ content }));
    expect(result).toMatchObject({ error_code: code, outcome_unknown: true, attempts: 1 });
    expect(result.refusal_reason).toContain(UNFINISHED);
    expect(made()).toHaveLength(1);
  });

  test("the second append: what the first one added counts", async () => {
    under.notes.script(APPEND, (request, handle) => handle(request), notesInvalid("Invalid URL for link."));
    const { refusal_reason } = refused(await under.create({ content }));
    expect(refusal_reason).toContain(`The page ${PAGE} exists with 200 of 250 blocks.`);
  });

  test("the deadline", async () => {
    under.notes.script(APPEND, hangBeforeHeaders());
    const answer = under.create({ content }, { deadlineMs: 20_000 });
    await untilAsked(under, 3);
    under.clock.advance(20_000);
    const result = refused(await answer);
    expect(result).toMatchObject({ error_code: "transient", outcome_unknown: true, elapsed_ms: 20_000 });
    expect(result.refusal_reason).toContain(UNFINISHED);
  });
});

import { Deadline } from "@plumbline/core/clock/clock.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { notesError, notesInvalid, notesRateLimited } from "@plumbline/sandbox/notes/failures.ts";
import { hangBeforeHeaders, json, type Reply, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { afterHandling } from "@plumbline/sandbox/server/script.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { startedForEach } from "../../support/started.ts";
import { advisedWith, refused } from "../adapter-under-test.ts";
import { SOME_ID, startNotesUnderTest, untilAsked } from "./notes-under-test.ts";

let before: number;

const under = startedForEach(startNotesUnderTest);

beforeEach(() => {
  before = under.notes.workspace.pages.length;
});

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

const IN_DOUBT =
  "The step that failed may have taken effect: check at the provider whether it did, before anything else. ";
const LOOK_AT_PAGE = "Open the page and add the missing content; creating it again would make a second page.";

describe("an append that fails for good tells what stands, so that nothing creates it anew", () => {
  const expectUnfinished = (
    result: DispatchResult,
    expected: { error_code: string; [field: string]: unknown },
    standing = 100,
  ) => {
    const isInDoubt = expected.error_code === "transient";
    expect(refused(result)).toMatchObject({
      outcome_unknown: true,
      refusal_reason: expect.stringContaining(
        ` The page ${PAGE} was created, and ${standing} of its 250 blocks were added.`,
      ),
      next_step: isInDoubt ? IN_DOUBT + LOOK_AT_PAGE : LOOK_AT_PAGE,
      ...expected,
    });
    expect(made()).toHaveLength(1);
  };

  test("after three attempts", async () => {
    under.notes.scriptAlways(APPEND, json({}, 503));
    expectUnfinished(await under.create({ content }), {
      error_code: "transient",
      refusal_reason: `The notes app (Notion) responded with 503. The page ${PAGE} was created, and 100 of its 250 blocks were added.`,
      attempts: 3,
    });
    expect(under.bodies(APPEND)).toHaveLength(3);
  });

  test("a limit that lasts longer than the call may", async () => {
    under.notes.script(APPEND, notesRateLimited(3_600));
    expectUnfinished(await under.create({ content }), {
      error_code: "rate_limit",
      retry_after_seconds: 3_600,
      attempts: 1,
    });
    expect(under.clock.waits).toEqual([]);
  });

  test("refused as invalid", async () => {
    under.notes.script(APPEND, notesInvalid("Invalid URL for link."));
    expectUnfinished(await under.create({ content }), { error_code: "validation", attempts: 1 });
  });

  test("refused for the token", async () => {
    under.notes.script(APPEND, json({}, 401));
    const next_step = advisedWith(LOOK_AT_PAGE);
    expectUnfinished(await under.create({ content }), {
      error_code: "authentication",
      attempts: 1,
      next_step,
    });
  });

  test.each<[what: string, reply: Reply]>([
    ["reset after it was read", resetAfterReading()],
    ["answered with something else", json({ object: "page" })],
  ])("an append that may have taken effect is not repeated: %s", async (_what, reply) => {
    under.notes.script(APPEND, afterHandling(reply));
    expectUnfinished(await under.create({ content }), { error_code: "transient", attempts: 1 });
    expect(under.bodies(APPEND)).toHaveLength(1);
    expect(written()).toHaveLength(200);
  });

  test("nor is one that was lost when it was repeated for a limit", async () => {
    under.notes.script(APPEND, notesRateLimited(1), afterHandling(resetAfterReading()));
    expectUnfinished(await under.create({ content }), { error_code: "transient", attempts: 2 });
    expect(written()).toHaveLength(200);
  });

  test("the second append: what the first one added counts", async () => {
    under.notes.script(APPEND, (request, handle) => handle(request), notesInvalid("Invalid URL for link."));
    expectUnfinished(await under.create({ content }), { error_code: "validation", attempts: 1 }, 200);
  });

  test("a page without a url is named by its id", async () => {
    under.notes.script("POST", json({ object: "page", id: SOME_ID }));
    const result = refused(await under.create({ content }));
    expect(result.refusal_reason).toContain(
      `The page ${SOME_ID} was created, and 100 of its 250 blocks were added.`,
    );
  });

  test("the deadline", async () => {
    under.notes.script(APPEND, hangBeforeHeaders());
    const answer = under.create({ content }, { deadline: Deadline.in(20_000, under.clock) });
    await untilAsked(under, 3);
    under.clock.advance(20_000);
    expectUnfinished(await answer, { error_code: "transient", elapsed_ms: 20_000 });
  });
});

describe("create answers", () => {
  const CREATE = "POST /v1/pages";

  const LOOK_FIRST = "It may have taken effect: check at the provider before repeating it.";

  /** Counts the pages that were created. */
  const made = () => under.notes.workspace.pages.length - before;

  test("a conflict is tried again, and leaves no doubt when it is given up: nothing was saved", async () => {
    under.notes.scriptAlways(CREATE, notesError(409, "conflict_error", "Conflict."));
    const result = refused(await under.create());
    expect(result).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(result.outcome_unknown).toBeUndefined();
  });

  describe("not repeated, for it may have happened", () => {
    test.each<[what: string, reply: Reply]>([
      ["200 with an id that is none", json({ object: "page", id: "../users/me" })],
    ])("%s", async (_what, reply) => {
      under.notes.script(CREATE, afterHandling(reply));
      expect(refused(await under.create())).toMatchObject({
        error_code: "transient",
        outcome_unknown: true,
        next_step: LOOK_FIRST,
        attempts: 1,
      });
      expect(under.clock.waits).toEqual([]);
      expect(made()).toBe(1);
    });
  });
});

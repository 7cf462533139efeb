import {
  notesError,
  notesNotFound,
  notesOverloaded,
  notesRateLimited,
  notesRestricted,
  notesUnavailable,
} from "@plumbline/sandbox/notes/failures.ts";
import {
  closeAfterReading,
  cutBody,
  hangBeforeHeaders,
  htmlPage,
  json,
  type Reply,
  resetAfterReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { afterHandling } from "@plumbline/sandbox/server/script.ts";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { refused } from "../adapter-under-test.ts";
import { type NotesUnderTest, SOME_ID, startNotesUnderTest, untilAsked } from "./notes-under-test.ts";

let under: NotesUnderTest;
let before: number;

beforeEach(async () => {
  under = await startNotesUnderTest();
  before = under.notes.workspace.pages.length;
});

afterEach(() => under.close());

const CREATE = "POST /v1/pages";
const LOOK_FIRST = "It may have taken effect: check at the provider before repeating it.";

/** Counts the pages that were created. */
const made = () => under.notes.workspace.pages.length - before;

describe("tried again until it is taken: nothing was written", () => {
  test.each<[what: string, reply: Reply, waits: number[]]>([
    ["409", notesError(409, "conflict_error", "Conflict occurred while saving."), [600]],
    ["429 with Retry-After", notesRateLimited(12), [12_000]],
    ["429 without", notesRateLimited(null), [600]],
    ["529", notesOverloaded(4), [4_000]],
    ["500", notesError(500, "internal_server_error", "Unexpected error."), [600]],
    ["502 with a gateway's page", notesUnavailable(502), [600]],
    ["503", notesError(503, "service_unavailable", "Unavailable."), [600]],
    ["504", notesError(504, "gateway_timeout", "Timed out."), [600]],
  ])("%s", async (what, reply, waits) => {
    under.notes.script(CREATE, reply);
    const result = await under.create();
    expect(result).toMatchObject({ ok: true, attempts: 2 });
    expect("possible_duplicate" in result).toBe(/^5/.test(what));
    expect(under.clock.waits).toEqual(waits);
    expect(under.asked()).toEqual([expect.stringMatching(/^GET/), CREATE, CREATE]);
    expect(made()).toBe(1);
  });

  test("nothing was saved in a conflict, which leaves no doubt when it is given up either", async () => {
    under.notes.scriptAlways(CREATE, notesError(409, "conflict_error", "Conflict."));
    const result = refused(await under.create());
    expect(result).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(result.outcome_unknown).toBeUndefined();
  });

  test("given up after three", async () => {
    under.notes.scriptAlways(CREATE, notesRateLimited(1));
    const result = refused(await under.create());
    expect(result).toMatchObject({ error_code: "rate_limit", retry_after_seconds: 1, attempts: 3 });
    expect(result.outcome_unknown).toBeUndefined();
    expect(made()).toBe(0);
  });

  test("the look at the database is a read: it is repeated whatever became of it", async () => {
    under.notes.script("GET", resetAfterReading());
    expect(await under.create()).toMatchObject({ ok: true, attempts: 2 });
    expect(made()).toBe(1);
  });

  test("a refused connection", async () => {
    await under.notes.close();
    const result = refused(await under.create());
    expect(result).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(result.outcome_unknown).toBeUndefined();
  });
});

describe("not repeated, for it may have happened", () => {
  test.each<[what: string, reply: Reply]>([
    ["reset after it was read", resetAfterReading()],
    ["closed after it was read", closeAfterReading()],
    ["200 that is a page", htmlPage("<h1>Hello</h1>")],
    ["200 with nothing", text("")],
    ["200 without an id", json({ object: "page" })],
    ["200 with an id that is none", json({ object: "page", id: "../users/me" })],
    ["200 that breaks off", cutBody(json({ object: "page", id: SOME_ID }), { afterBytes: 10 })],
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

  test("no answer within the time-out", async () => {
    under.notes.script(CREATE, afterHandling(hangBeforeHeaders()));
    const answer = under.create({ timeout_seconds: 5 });
    await untilAsked(under, 2);
    under.clock.advance(5_000);
    expect(refused(await answer)).toMatchObject({ outcome_unknown: true, attempts: 1, elapsed_ms: 5_000 });
    expect(made()).toBe(1);
  });
});

describe("refused at once", () => {
  test.each<[what: string, reply: Reply, code: string]>([
    ["403", notesRestricted(), "authentication"],
    ["404", notesNotFound("page", "p1"), "validation"],
    ["400", notesError(400, "validation_error", "body failed validation"), "validation"],
    ["413", notesError(413, "validation_error", "too large"), "validation"],
  ])("%s", async (_what, reply, code) => {
    under.notes.script(CREATE, reply);
    const result = refused(await under.create());
    expect(result).toMatchObject({ error_code: code, attempts: 1 });
    expect(result.outcome_unknown).toBeUndefined();
    expect(made()).toBe(0);
  });
});

import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { refused } from "../adapter-under-test.ts";
import {
  type AnswerRules,
  problemsWithoutEachField,
  UNKNOWN_ONCE,
  UNREADABLE_THRICE,
} from "../without-each-field.ts";
import { FILES, type MicroblogUnderTest, startMicroblogUnderTest } from "./microblog-under-test.ts";

let under: MicroblogUnderTest;

beforeEach(async () => {
  under = await startMicroblogUnderTest();
});

afterEach(() => under.close());

const output = () => under.service.registry.get("social_post:microblog")?.output;
const gif = { base64: FILES.gif.toString("base64"), media_type: "image/gif", alt_text: "A lion" };

/** "2xx without `data.id` = ambiguous failure". */
const POSTED: AnswerRules = {
  fields: { "data.id": "required", "data.text": ["text"], errors: ["warnings"] },
  failure: UNKNOWN_ONCE,
};
/** "no processing_info = ready". */
const PROGRESS: AnswerRules = { fields: { "": "required" }, failure: UNREADABLE_THRICE };
/** A check that cannot be read is made again. */
const CHECK: AnswerRules = { fields: {} };

/** A step of an upload by its command, and how often it was asked before. */
function stepNames() {
  let checks = 0;
  return ({ method, path, query, text }: RecordedRequest) => {
    const command = query.get("command") ?? /(?:command=|"command"\r\n\r\n)([A-Z]+)/.exec(text)?.[1] ?? "";
    if (command === "INIT" || path.endsWith("/initialize")) checks = 0;
    const step = command === "STATUS" ? `STATUS ${++checks}` : command;
    return `${method} ${path.replace(/\d{5,}/, "{id}")} ${step}`.trim();
  };
}

test("a post, with what the provider has to say beside", async () => {
  const errors = [{ detail: "So-so", title: "Partial", type: "about:blank" }, { message: "Also" }];
  const problems = await problemsWithoutEachField({
    server: under.microblog,
    call: () => under.post(),
    output: output(),
    answer: () => json({ data: { id: "7", text: "Hello", edit_history_tweet_ids: ["7"] }, errors }, 201),
    answers: { "POST /2/tweets": POSTED },
  });
  expect(problems).toEqual([]);
});

test("media through the newer upload", async () => {
  const problems = await problemsWithoutEachField({
    server: under.microblog,
    call: () => under.post({ media: [gif] }),
    output: output(),
    nameOf: stepNames(),
    answers: {
      // The id that the other steps and the post name.
      "POST /2/media/upload/initialize": { fields: { "data.id": "required" }, failure: UNREADABLE_THRICE },
      "POST /2/media/upload/{id}/append": { fields: {} },
      "POST /2/media/upload/{id}/finalize": PROGRESS,
      "GET /2/media/upload STATUS 1": CHECK,
      "GET /2/media/upload STATUS 2": CHECK,
      "POST /2/media/metadata": { fields: {} },
      "POST /2/tweets": "left whole",
    },
  });
  expect(problems).toEqual([]);
});

test("media through the older upload", async () => {
  const credential_id = await under.connectOAuth1();
  const problems = await problemsWithoutEachField({
    server: under.microblog,
    call: () => under.post({ media: [gif], credential_id }),
    output: output(),
    nameOf: stepNames(),
    answers: {
      // "Use `media_id_string` (the numeric id overflows JS)".
      "POST /1.1/media/upload.json INIT": {
        fields: { media_id_string: "required" },
        failure: UNREADABLE_THRICE,
      },
      "POST /1.1/media/upload.json FINALIZE": PROGRESS,
      "GET /1.1/media/upload.json STATUS 1": CHECK,
      "GET /1.1/media/upload.json STATUS 2": CHECK,
      "POST /2/tweets": "left whole",
    },
  });
  expect(problems).toEqual([]);
});

test.each([
  ["no state and an error", { error: { message: "Odd codec" } }, "could not process it: Odd codec."],
  ["a failure without a reason", { state: "failed", error: { message: 7 } }, "could not process it."],
])("processing that says %s has failed", async (_what, processing_info, reason) => {
  const finalize = ({ path }: { path: string }) => path.endsWith("/finalize");
  under.microblog.script(finalize, json({ data: { processing_info } }));
  expect(refused(await under.post({ media: [gif] }))).toMatchObject({
    error_code: "validation",
    refusal_reason: expect.stringContaining(reason),
  });
});

test("the test of a token", async () => {
  const problems = await problemsWithoutEachField({
    server: under.microblog,
    call: () => under.testCredential(under.credentialId),
    output: undefined,
    answers: {
      "GET /2/users/me": {
        fields: { "": "required", data: "required", "data.username": ["account"], "data.id": ["account_id"] },
        failure: UNREADABLE_THRICE,
      },
    },
  });
  expect(problems).toEqual([]);
});

test.each([
  [400, {}, "validation"],
  [401, { title: null }, "authentication"],
  [403, { errors: [null, { code: "187" }] }, "authentication"],
  [403, { detail: "duplicate content" }, "validation"],
  [429, { errors: "many" }, "rate_limit"],
  [503, { type: 7 }, "transient"],
])("a %i that says %j is classed by its status", async (status, body, error_code) => {
  under.microblog.scriptAlways("", json(body, status));
  expect(await under.post()).toMatchObject({ ok: false, error_code });
});

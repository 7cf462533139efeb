import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { microblogProblem } from "@plumbline/sandbox/microblog/failures.ts";
import {
  sampleAppToken,
  sampleOAuth1,
  sampleReadOnlyKey,
} from "@plumbline/sandbox/microblog/sample-timeline.ts";
import { cutBody, json, type Reply, redirect, text } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { checkMedia, loadMedia } from "../../../packages/adapters/microblog/media-source.ts";
import { startedForEach } from "../../support/started.ts";
import { advisedWith, refused } from "../adapter-under-test.ts";
import { FILES, startMicroblogUnderTest } from "./microblog-under-test.ts";

const under = startedForEach(startMicroblogUnderTest);

const postFile = (media_type = "image/png") =>
  under.post({ media: [{ url: `${under.mediaHost.url}/file?signed=yes`, media_type }] });

test("the file is fetched without the connection's token and posted", async () => {
  under.mediaHost.script("GET /file", { body: FILES.png });
  expect(await postFile()).toMatchObject({ ok: true, attempts: 1 });
  const [asked] = under.mediaHost.requests;
  expect(asked?.headers.authorization).toBeUndefined();
  expect(asked?.query.get("signed")).toBe("yes");
});

describe("refused at once, and nothing is sent to the microblog", () => {
  test.each<[what: string, reply: Reply, reason: string]>([
    ["404", text("", 404), "responded with 404."],
    ["401, which says nothing of the connection", text("", 401), "responded with 401."],
    [
      "a redirect",
      redirect("https://elsewhere.example/file"),
      "responded with 302, a redirect; redirects are not followed.",
    ],
    [
      "another type than said",
      { body: FILES.gif },
      "its content is not image/png, although media_type says so.",
    ],
    ["a page", text("<!doctype html>"), "its content is not image/png, although media_type says so."],
    ["nothing", text(""), "its content is not image/png, although media_type says so."],
    [
      "more than 5 MB",
      { body: Buffer.concat([FILES.png, Buffer.alloc(5 * 1024 * 1024)]) },
      "is larger than the 5 MB allowed for image/png.",
    ],
  ])("%s", async (_what, reply, reason) => {
    under.mediaHost.script("GET /file", reply);
    const result = refused(await postFile());
    expect(result).toMatchObject({ error_code: "validation", attempts: 1 });
    expect(result.refusal_reason).toMatch(/^media\.0\.url: /);
    expect(result.refusal_reason.endsWith(reason)).toBe(true);
    expect(under.microblog.requests).toEqual([]);
  });
});

test("a name that leads within is refused by the argument's name", async () => {
  const send = () => Promise.reject(new AdapterValidationError("intern.example cannot be a destination."));
  const item = { url: "https://intern.example/a.png", media_type: "image/png" } as const;
  const source = checkMedia(item, "media.2", (url) => new URL(url));
  await expect(loadMedia({ guarded: { send }, clock: under.clock }, source)).rejects.toMatchObject({
    code: "validation",
    message: "media.2.url: intern.example cannot be a destination.",
  });
});

describe("tried again", () => {
  test.each<[what: string, reply: Reply, waits: number[]]>([
    ["500", json({}, 500), [600]],
    ["429 that names a wait", text("", 429, { "retry-after": "3" }), [3000]],
    ["a file that breaks off", cutBody({ body: FILES.png }, { afterBytes: 9 }), [600]],
  ])("%s", async (_what, reply, waits) => {
    under.mediaHost.script("GET /file", reply, { body: FILES.png });
    expect(await postFile()).toMatchObject({ ok: true, attempts: 2 });
    expect(under.clock.waits).toEqual(waits);
    expect(under.microblog.timeline.posts).toHaveLength(1);
  });
});

describe("connection", () => {
  describe("a test of the connection", () => {
    test("that lacks a scope says which are needed", async () => {
      under.microblog.script("", microblogProblem(403, "Forbidden", "Forbidden"));
      expect(refused(await under.testCredential(under.credentialId))).toMatchObject({
        error_code: "authentication",
        next_step: advisedWith(
          "Reconnect the microblog account (X) with the scopes tweet.read and users.read.",
        ),
      });
    });

    test("of an app-only token is refused", async () => {
      const id = await under.connect({ kind: "microblog", label: "App", token: sampleAppToken });
      expect(refused(await under.testCredential(id))).toMatchObject({ error_code: "authentication" });
    });

    test.each<[what: string, reply: Reply, code: string, attempts: number]>([
      ["200 with an error", json({ errors: [{ title: "Forbidden" }] }), "validation", 1],
    ])("answered with %s", async (_what, reply, error_code, attempts) => {
      under.microblog.scriptAlways("", reply);
      const result = refused(await under.testCredential(under.credentialId));
      expect(result).toMatchObject({ error_code, attempts });
      expect(result.outcome_unknown).toBeUndefined();
    });
  });

  describe("a token that is to be signed with", () => {
    test.each([
      ["is not JSON", "not json"],
      ["is not an object", "[]"],
      ["lacks a value", JSON.stringify({ ...sampleOAuth1, access_token: undefined })],
      ["has an empty one", JSON.stringify({ ...sampleOAuth1, access_token: "" })],
      ["has one too many", JSON.stringify({ ...sampleOAuth1, extra: "x" })],
    ])("and %s is refused before anything is sent, and not repeated", async (_what, token) => {
      const result = refused(await under.post({ credential_id: await under.connectOAuth1(token) }));
      expect(result).toMatchObject({
        error_code: "authentication",
        refusal_reason: "The connection's token does not contain the four values of OAuth 1.0a.",
        attempts: 0,
      });
      expect(result.next_step).toContain('"access_token_secret"');
      expect(under.microblog.requests).toEqual([]);
    });

    test("and is connected without auth_form is not sent as an OAuth 2 token", async () => {
      const token = JSON.stringify(sampleOAuth1);
      const id = await under.connect({ kind: "microblog", label: "Unsigned", token });
      expect(refused(await under.testCredential(id))).toMatchObject({
        error_code: "authentication",
        next_step: advisedWith(
          'Set auth_form to "oauth1" in the connection\'s metadata, or store an OAuth 2 user token.',
        ),
      });
      expect(under.microblog.requests).toEqual([]);
    });

    test("and belongs to an app that may only read", async () => {
      const token = JSON.stringify({ ...sampleOAuth1, consumer_key: sampleReadOnlyKey });
      expect(refused(await under.post({ credential_id: await under.connectOAuth1(token) }))).toMatchObject({
        error_code: "authentication",
        next_step: advisedWith(
          "In the developer portal, give the app read and write permission, then create new access tokens.",
        ),
      });
    });

    test("never signs twice with the same nonce, however fast the attempts follow", async () => {
      under.microblog.script("POST /2/tweets", text("", 503, { "retry-after": "0" }));
      const credential_id = await under.connectOAuth1();
      expect(await under.post({ credential_id })).toMatchObject({ ok: true, attempts: 2 });
      const nonces = under.microblog.requests.map(
        ({ headers }) => /oauth_nonce="(\w{32})"/.exec(headers.authorization ?? "")?.[1],
      );
      expect(new Set(nonces).size).toBe(2);
      expect(nonces).not.toContain(undefined);
    });
  });
});

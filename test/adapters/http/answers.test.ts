import {
  cutBody,
  hangBeforeHeaders,
  hangInBody,
  htmlPage,
  json,
  type Reply,
  redirect,
  resetAfterReading,
  text,
} from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { refused } from "../../core/dispatch/chatapp-under-test.ts";
import { undiciEvent } from "../../core/egress/calls.ts";
import { startedForEach } from "../../support/started.ts";
import { startWebhookUnderTest } from "./webhook-under-test.ts";

const under = startedForEach(startWebhookUnderTest);

const KEEP = 65_536;

describe("a 2xx is success, whatever its body", () => {
  test.each<[what: string, reply: Reply, result: Record<string, unknown>]>([
    ["JSON", json({ ok: [1, null] }), { status: 200, body: { ok: [1, null] }, truncated: false }],
    ["text", text("thank you", 202), { status: 202, body: "thank you", truncated: false }],
    ["HTML", htmlPage("<p>hi"), { status: 200, body: "<p>hi", truncated: false }],
    ["nothing", { status: 204 }, { status: 204, body: "", truncated: false }],
    ["JSON's null", text("null"), { status: 200, body: null, truncated: false }],
    [
      "cut short",
      cutBody(text("12345678", 201), { afterBytes: 4 }),
      { status: 201, body: "1234", truncated: true },
    ],
    [
      "JSON cut short",
      cutBody(json({ ok: true }), { afterBytes: 4 }),
      { status: 200, body: '{"ok', truncated: true },
    ],
    ["64 KiB", text("x".repeat(KEEP)), { status: 200, body: "x".repeat(KEEP), truncated: false }],
    ["a byte more", text("x".repeat(KEEP + 1)), { status: 200, body: "x".repeat(KEEP), truncated: true }],
  ])("%s", async (_what, reply, result) => {
    under.webhook.script("", reply);
    expect(await under.send()).toMatchObject({ ok: true, result, attempts: 1 });
    expect(under.webhook.requests).toHaveLength(1);
  });

  test("stalled: what came is given back when the time is over", async () => {
    under.webhook.script("", hangInBody(text("12345678"), 5));
    const arrived = undiciEvent("undici:request:bodyChunkReceived");
    const sending = under.send({ timeout_seconds: 3 });
    await arrived;
    under.clock.advance(3_000);
    expect(await sending).toMatchObject({
      ok: true,
      result: { status: 200, body: "12345", truncated: true },
      elapsed_ms: 3_000,
    });
  });

  test("JSON nested without end is given back as text: nothing behind it could read it", async () => {
    const deep = "[".repeat(20_000) + "]".repeat(20_000);
    under.webhook.script("", text(deep, 200, { "content-type": "application/json" }));
    const result = await under.send();
    expect(result).toMatchObject({ ok: true, result: { body: deep, truncated: false } });
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });
});

describe("refusals", () => {
  test.each([
    [400, "validation", 1],
    [401, "authentication", 1],
    [403, "authentication", 1],
    [404, "validation", 1],
    [409, "validation", 1],
    [410, "validation", 1],
    [422, "validation", 1],
    [408, "transient", 1],
    [425, "transient", 1],
    [429, "rate_limit", 3],
    [500, "transient", 3],
    [503, "transient", 3],
  ])("%i", async (status, error_code, attempts) => {
    under.webhook.scriptAlways("", text("why not", status));
    const told = status < 500;
    const result = refused(await under.send());
    expect(result).toMatchObject({
      error_code,
      refusal_reason: told
        ? `127.0.0.1:${under.webhook.port} responded with ${status}: why not.`
        : `127.0.0.1:${under.webhook.port} responded with ${status}.`,
      attempts,
    });
    expect(result.result).toEqual(told ? { status, body: "why not", truncated: false } : undefined);
    expect(result.outcome_unknown).toBe(error_code === "transient" ? true : undefined);
    expect(under.webhook.requests).toHaveLength(attempts);
    expect(under.clock.waits).toEqual([600, 1200].slice(0, attempts - 1));
  });

  test.each([307, 308] as const)("%i is not followed", async (status) => {
    under.webhook.script("", redirect(`${under.webhook.url}/elsewhere?key=1`, status));
    expect(refused(await under.send())).toMatchObject({
      error_code: "validation",
      refusal_reason: `127.0.0.1:${under.webhook.port} responded with ${status}, a redirect to ${under.webhook.url}/elsewhere; redirects are not followed.`,
      next_step: "Use the URL the webhook redirects to.",
      attempts: 1,
    });
    expect(under.webhook.requests.map(({ path }) => path)).toEqual(["/hook"]);
  });

  test("429 with Retry-After is waited for", async () => {
    under.webhook.script("", text("", 429, { "retry-after": "4" }), text("", 503, { "retry-after": "6" }));
    expect(await under.send()).toMatchObject({ ok: true, attempts: 3 });
    expect(under.clock.waits).toEqual([4_000, 6_000]);
  });

  test("a refusal whose body breaks off is still that refusal", async () => {
    under.webhook.script("", cutBody(text("no such hook", 404), { afterBytes: 2 }));
    expect(refused(await under.send())).toMatchObject({ error_code: "validation", attempts: 1 });
  });
});

describe("what a refusal says", () => {
  test("comes back as JSON, and shortly in the reason", async () => {
    under.webhook.script("", json({ errors: [{ field: "amount", says: "must be positive" }] }, 422));
    expect(refused(await under.send())).toMatchObject({
      refusal_reason: `127.0.0.1:${under.webhook.port} responded with 422: {"errors":[{"field":"amount","says":"must be positive"}]}.`,
      result: {
        status: 422,
        body: { errors: [{ field: "amount", says: "must be positive" }] },
        truncated: false,
      },
    });
  });

  test("nothing: nothing is quoted", async () => {
    under.webhook.script("", { status: 404 });
    expect(refused(await under.send())).toMatchObject({
      refusal_reason: `127.0.0.1:${under.webhook.port} responded with 404.`,
      result: { status: 404, body: "", truncated: false },
    });
  });

  test("a page of markup comes back, and is not quoted in the reason", async () => {
    under.webhook.script("", htmlPage("<h1>Not found</h1>", 404));
    expect(refused(await under.send())).toMatchObject({
      refusal_reason: `127.0.0.1:${under.webhook.port} responded with 404.`,
      result: { status: 404, body: "<h1>Not found</h1>", truncated: false },
    });
  });

  test.each([
    ["2,000 characters", "x".repeat(2_000), "x".repeat(2_000), false],
    ["one more", "x".repeat(2_001), "x".repeat(2_000), true],
    ["a character that would be halved", `${"x".repeat(1_999)}🎉`, "x".repeat(1_999), true],
    ["more than is read", "ä".repeat(KEEP), "ä".repeat(2_000), true],
  ])("is cut at a whole character and says so: %s", async (_what, body, kept, truncated) => {
    under.webhook.script("", text(body, 400));
    const { result, refusal_reason } = refused(await under.send());
    expect(result).toEqual({ status: 400, body: kept, truncated });
    expect(refusal_reason.length).toBeLessThan(260);
  });

  test("holds no secret of the call, not even half of one where it is cut", async () => {
    const token = "hook-token-".padEnd(64, "s3cr3t");
    for (const at of [0, 100, 170, 1_950, 1_990]) {
      under.webhook.script("", text(`${"x ".repeat(at / 2)}${token} is wrong`, 401));
      const answer = JSON.stringify(await under.send({ bearer_token: token }));
      expect(answer).not.toContain("hook-tok");
      expect(answer).toContain('"error_code":"authentication"');
    }
    under.webhook.script(
      "",
      json({ given: `Bearer ${token}`, see: "https://a.example/x?key=abcdefgh" }, 403),
    );
    const { result } = refused(await under.send({ bearer_token: token }));
    expect(JSON.stringify(result)).not.toMatch(/hook-tok|abcdefgh/);
  });

  test("broken off is flagged", async () => {
    under.webhook.script("", cutBody(text("no such hook", 404), { afterBytes: 7 }));
    expect(refused(await under.send())).toMatchObject({ result: { body: "no such", truncated: true } });
  });
});

test.each(["mailto:a@b.example", "http://[", "https://u:p@hooks.example.com/new?key=1#frag"])(
  "a redirect to %s is told without what may be secret",
  async (location) => {
    under.webhook.script("", { status: 307, headers: { location } });
    const { refusal_reason } = refused(await under.send());
    expect(refusal_reason).toBe(
      location.startsWith("https")
        ? `127.0.0.1:${under.webhook.port} responded with 307, a redirect to https://hooks.example.com/new; redirects are not followed.`
        : `127.0.0.1:${under.webhook.port} responded with 307, a redirect; redirects are not followed.`,
    );
  },
);

describe("a redirect that may follow work that was done", () => {
  const BEARER = "a-key-of-the-receiver";
  const gets = () => under.webhook.requests.filter(({ method }) => method === "GET");
  const redirectTo = (status: 301 | 302 | 303, page = json({ stored: 7 })) => {
    under.webhook.script("POST", redirect(`${under.webhook.url}/echo?lib=1`, status));
    under.webhook.script("GET", page);
    return under.send({ bearer_token: BEARER, headers: { "x-own": "1" } });
  };
  const page = () => ({ url: `${under.webhook.url}/echo`, status: 200 });

  test("303 is done, and the page behind it is the result", async () => {
    expect(await redirectTo(303)).toMatchObject({
      ok: true,
      result: { status: 303, body: { stored: 7 }, truncated: false, page: page() },
      attempts: 1,
    });
  });

  test.each([301, 302] as const)("%i leaves the outcome unknown, and shows the page", async (status) => {
    const result = refused(await redirectTo(status));
    expect(result).toMatchObject({
      error_code: "transient",
      outcome_unknown: true,
      result: { status, body: { stored: 7 }, page: page() },
      attempts: 1,
    });
    expect(result.refusal_reason).toBe(
      `127.0.0.1:${under.webhook.port} responded with ${status}, a redirect to ${under.webhook.url}/echo. The request may have taken effect before the redirect.`,
    );
    expect(result.next_step).toBe("It may have taken effect: check at the provider before repeating it.");
    expect(under.clock.waits).toEqual([]);
  });

  test("the page is read once, without key, headers and body of the post", async () => {
    await redirectTo(302);
    const [read, ...more] = gets();
    expect(more).toEqual([]);
    expect(read).toMatchObject({ path: "/echo", text: "" });
    expect(read?.query.get("lib")).toBe("1");
    for (const header of ["authorization", "x-own", "idempotency-key", "content-type"])
      expect(read?.headers).not.toHaveProperty(header);
  });

  test("a page that redirects again, or fails, is no result", async () => {
    under.webhook.script("GET", redirect("/more"));
    expect(await redirectTo(303)).toMatchObject({
      ok: true,
      result: { status: 303, body: "", page: { status: 302 } },
    });
    expect(gets()).toHaveLength(1);
  });

  test.each(["http://10.0.0.1/", "mailto:a@b.example", undefined])(
    "a page that may not be read, at %s, changes nothing of what is known",
    async (location) => {
      under.webhook.script("", { status: 303, headers: location === undefined ? {} : { location } });
      expect(await under.send()).toMatchObject({ ok: true, result: { status: 303, body: "" }, attempts: 1 });
      under.webhook.script("", { status: 302, headers: location === undefined ? {} : { location } });
      expect(refused(await under.send())).toMatchObject({ outcome_unknown: true, error_code: "transient" });
      expect(gets()).toEqual([]);
    },
  );
});

describe("numbers too large for JSON", () => {
  test("stand as texts in the answer, which says where", async () => {
    under.webhook.script(
      "",
      text('{"a":[{"id":1234567890123456789}],"n":5}', 200, { "content-type": "application/json" }),
    );
    expect(await under.send()).toMatchObject({
      ok: true,
      result: { body: { a: [{ id: "1234567890123456789" }], n: 5 } },
      numbers_as_text: ["body.a.0.id"],
    });
    expect(await under.send()).not.toHaveProperty("numbers_as_text");
  });

  test("the same in a refusal", async () => {
    under.webhook.script("", text('{"id":1234567890123456789}', 409, { "content-type": "application/json" }));
    expect(refused(await under.send())).toMatchObject({
      result: { body: { id: "1234567890123456789" } },
      numbers_as_text: ["body.id"],
    });
  });
});

describe("no answer", () => {
  test("reset after it was read: not repeated, outcome unknown", async () => {
    under.webhook.script("", resetAfterReading());
    expect(refused(await under.send())).toMatchObject({
      error_code: "transient",
      outcome_unknown: true,
      attempts: 1,
    });
    expect(under.webhook.requests).toHaveLength(1);
  });

  test("time-out: not repeated, outcome unknown", async () => {
    under.webhook.script("", hangBeforeHeaders());
    const sending = under.send();
    await under.webhook.waitForRequests(1);
    await new Promise(setImmediate);
    under.clock.advance(30_000);
    expect(refused(await sending)).toMatchObject({ outcome_unknown: true, attempts: 1, elapsed_ms: 30_000 });
  });

  test("refused connection: tried three times, nothing unknown", async () => {
    await under.webhook.close();
    const result = refused(await under.send());
    expect(result).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(result.outcome_unknown).toBeUndefined();
  });
});

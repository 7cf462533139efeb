import { json, text } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { refused } from "../../core/dispatch/chatapp-under-test.ts";
import { startedForEach } from "../../support/started.ts";
import { startWebhookUnderTest } from "./webhook-under-test.ts";

const under = startedForEach(startWebhookUnderTest);

const MEBIBYTE = 1_048_576;

/** The refusal of a call that must not have reached the webhook. */
async function unsent(args: Record<string, unknown>) {
  const result = refused(await under.send(args));
  expect(under.webhook.requests).toEqual([]);
  return result;
}

describe("body", () => {
  test.each([
    ["an object", { a: [1, "ä", null, { b: false }] }],
    ["a list", [1, 2]],
    ["a text", "Grüße 🎉"],
    ["a number", 0],
    ["null", null],
  ])("%s is sent as JSON", async (_what, body) => {
    expect(await under.send({ body })).toMatchObject({ ok: true });
    const [request] = under.webhook.requests;
    expect(request?.json()).toEqual(body);
    expect(request?.headers).toMatchObject({ "content-type": "application/json" });
    expect(request?.headers).not.toHaveProperty("authorization");
  });

  test.each([
    ["x", 1],
    ["ä", 2],
    ["€", 3],
    ["🎉", 4],
  ])("of 1 MiB is sent and of one byte more is not, counted in UTF-8: %s", async (character, bytes) => {
    const room = MEBIBYTE - '""'.length;
    const fill = character.repeat(Math.floor(room / bytes)) + "x".repeat(room % bytes);
    expect(await unsent({ body: `${fill}x` })).toMatchObject({
      error_code: "validation",
      refusal_reason: "body: is 1048577 bytes as JSON; at most 1 MiB (1048576 bytes) can be posted.",
    });
    expect(await under.send({ body: fill })).toMatchObject({ ok: true });
    expect(under.webhook.requests[0]?.body.length).toBe(MEBIBYTE);
  });

  test("nested 99 levels deep in the arguments is sent, and a list more is not", async () => {
    const nested = (levels: number): unknown => JSON.parse("[".repeat(levels) + "]".repeat(levels));
    expect((await unsent({ body: nested(100) })).refusal_reason).toContain(
      "nested more than 100 levels deep",
    );
    expect((await unsent({ body: nested(5_000) })).error_code).toBe("validation");
    expect(await under.send({ body: nested(99) })).toMatchObject({ ok: true });
    expect(under.webhook.requests[0]?.json()).toEqual(nested(99));
  });

  test("must be there", async () => {
    expect((await unsent({ body: undefined })).refusal_reason).toContain("body: ");
  });
});

describe("headers", () => {
  test("a caller's own are sent", async () => {
    await under.send({ headers: { "X-Signature": "sha256=abc", accept: "text/plain" } });
    expect(under.webhook.requests[0]?.headers).toMatchObject({
      "x-signature": "sha256=abc",
      accept: "text/plain",
    });
  });

  test.each(
    `authorization Authorization cookie Cookie cookie2 set-cookie host proxy-authorization Proxy-Connection forwarded
    x-forwarded-for X-Forwarded-Host x-real-ip via connection keep-alive te trailer transfer-encoding upgrade expect
    content-length content-type content-encoding accept-encoding user-agent http2-settings`.split(/\s+/),
  )("%s is refused, with the reason", async (name) => {
    const result = await unsent({ headers: { [name]: "x" } });
    expect(result).toMatchObject({ error_code: "validation", attempts: 0 });
    expect(result.refusal_reason).toContain(`headers.${name}: may not be set`);
  });

  test.each([
    ["a line break in a value", { "x-note": "a\r\nx-evil: 1" }],
    ["a bare line feed in a value", { "x-note": "a\nb" }],
    ["letters beyond ASCII in a value", { "x-note": "Grüße" }],
    ["a line break in a name", { "x-note\r\nx-evil": "1" }],
    ["a colon in a name", { "x-note: 1": "1" }],
    ["a blank in a name", { "x note": "1" }],
    ["an empty name", { "": "1" }],
    ["one name in two spellings", { "X-Note": "1", "x-note": "2" }],
    ["a value of 4,097 characters", { "x-note": "x".repeat(4_097) }],
    ["a value that is no text", { "x-note": true }],
    ["fifty-one of them", Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`x-${at}`, "1"]))],
    ["a list", [["x-note", "1"]]],
  ])("%s is refused", async (_what, headers) => {
    expect(await unsent({ headers })).toMatchObject({ error_code: "validation", attempts: 0 });
  });
});

describe("idempotency key", () => {
  test("is a UUID, the same on every attempt and another for the next call", async () => {
    under.webhook.script("", json({}, 500), json({}, 503));
    await under.send();
    await under.send();
    const keys = under.webhook.requests.map(({ headers }) => headers["idempotency-key"]);
    expect(keys[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  test.each(["idempotency-key", "Idempotency-Key"])("a caller's own %s is kept", async (name) => {
    under.webhook.script("", json({}, 500));
    await under.send({ headers: { [name]: "order-17" } });
    expect(under.webhook.requests.map(({ headers }) => headers["idempotency-key"])).toEqual([
      "order-17",
      "order-17",
    ]);
  });
});

describe("authorization", () => {
  test("a bearer token", async () => {
    await under.send({ bearer_token: "s3cret.token" });
    expect(under.webhook.requests[0]?.headers.authorization).toBe("Bearer s3cret.token");
  });

  test.each(["two words", "a\r\nx-evil: 1", "tökèn", "x".repeat(16_385)])(
    "no bearer token: %o",
    async (bearer_token) => {
      const result = await unsent({ bearer_token });
      expect(result.error_code).toBe("validation");
      expect(result.refusal_reason).toContain("bearer_token");
    },
  );

  test("a stored key whose allowed_hosts names the origin", async () => {
    const allowed_hosts = ["other.example", under.webhook.url];
    const credential_id = await under.store("stored-key", { allowed_hosts });
    expect(await under.send({ credential_id })).toMatchObject({ ok: true });
    expect(under.webhook.requests[0]?.headers.authorization).toBe("Bearer stored-key");
  });

  test.each([
    ["another host", { allowed_hosts: ["http://hooks.example"] }],
    ["another port", { allowed_hosts: ["http://127.0.0.1:1"] }],
    ["https alone", { allowed_hosts: ["127.0.0.1"] }],
    ["a part of the name", { allowed_hosts: ["http://0.0.1", "http://127.0.0.example"] }],
    ["no host", {}],
  ])("a stored key that names %s stays inside", async (_what, metadata) => {
    const credential_id = await under.store("stored-key", metadata);
    expect(await unsent({ credential_id })).toMatchObject({ error_code: "validation" });
  });

  test.each(["smtp_host", "imap_host"])(
    "a key stored by an earlier version for the host and as a mail password (%s) stays inside",
    async (hostKey) => {
      const metadata = { allowed_hosts: [under.webhook.url], [hostKey]: "mail.example" };
      const credential_id = await under.storeUnchecked("stored-key", metadata);
      expect(await unsent({ credential_id })).toMatchObject({ error_code: "validation" });
    },
  );

  test("a stored key beside a bearer token: neither is sent", async () => {
    const credential_id = await under.store("stored-key", { allowed_hosts: [under.webhook.url] });
    expect(await unsent({ credential_id, bearer_token: "s3cret" })).toMatchObject({
      error_code: "validation",
      refusal_reason: "Use either bearer_token or credential_id, not both.",
    });
  });

  test("a stored key is never taken by default, though it is the only one", async () => {
    await under.store("stored-key", { allowed_hosts: [under.webhook.url] });
    expect(await under.send()).toMatchObject({ ok: true });
    expect(under.webhook.requests[0]?.headers).not.toHaveProperty("authorization");
    expect(under.logged.at(-1)).not.toHaveProperty("credential_id");
  });

  test("a stored key that no header can carry is refused without being shown", async () => {
    const credential_id = await under.store("tok☃en-secret", { allowed_hosts: [under.webhook.url] });
    const result = await unsent({ credential_id });
    expect(result).toMatchObject({ error_code: "validation", attempts: 1 });
    expect(JSON.stringify([result, under.logged])).not.toContain("tok☃en");
  });

  test("a stored key the webhook refuses is noted", async () => {
    const credential_id = await under.store("stored-key", { allowed_hosts: [under.webhook.url] });
    under.webhook.script("", text("", 401));
    await under.send({ credential_id });
    const record = await under.service.credentials.get(under.caller.tenantId, credential_id);
    expect(record.last_error).toMatchObject({ error_code: "authentication" });
  });
});

describe("destinations", () => {
  test.each([
    ["loopback", "http://127.0.0.1:9/"],
    ["loopback in disguise", "http://0x7f.1:9/"],
    ["loopback by name", "http://localhost:9/"],
    ["IPv6 loopback", "http://[::1]:9/"],
    ["a cloud's metadata", "http://169.254.169.254/latest/meta-data/"],
    ["a private network", "https://10.0.0.1/"],
    ["an internal name", "https://metadata.google.internal/"],
  ])("%s is blocked, and said so without its address", async (_what, url) => {
    const result = await unsent({ url });
    expect(result).toMatchObject({ error_code: "validation", attempts: 0 });
    expect(result.refusal_reason).toMatch(/^url must have a public host/);
    expect(under.logged.at(-1)).toMatchObject({ provider_code: "blocked_destination" });
  });

  test.each([
    ["no URL", "hook"],
    ["another scheme", "ftp://hooks.example/"],
    ["a file", "file:///etc/passwd"],
    ["a user name", "https://user@hooks.example/"],
    ["a password", "https://user:s3cret@hooks.example/"],
    ["nothing", ""],
  ])("%s is refused", async (_what, url) => {
    const result = await unsent({ url });
    expect(result.error_code).toBe("validation");
    expect(result.refusal_reason).not.toContain("s3cret");
  });

  test("path and query are sent as they are", async () => {
    await under.send({ url: `${under.webhook.url}/a%20b/c?key=1&key=2#ignored` });
    const [request] = under.webhook.requests;
    expect([request?.path, request?.query.toString()]).toEqual(["/a%20b/c", "key=1&key=2"]);
  });
});

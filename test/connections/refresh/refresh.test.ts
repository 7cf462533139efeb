import { Secret } from "@plumbline/core/access/secret.ts";
import { newCredentialSchema } from "@plumbline/core/credentials/credential-input.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { json, resetAfterReading, text } from "@plumbline/sandbox/server/reply.ts";
import { describe, expect, test } from "vitest";
import { refused } from "../../core/dispatch/chatapp-under-test.ts";
import { startedForEach } from "../../support/started.ts";
import { issued, type RefreshUnderTest, startRefreshUnderTest } from "./refresh-under-test.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const under = startedForEach(startRefreshUnderTest);

/** Lets time pass until a call has ended. */
async function advancing<Result>(call: Promise<Result>, on: RefreshUnderTest = under): Promise<Result> {
  let ended = false;
  const watched = call.finally(() => {
    ended = true;
  });
  while (!ended) {
    on.clock.advance(500);
    await new Promise(setImmediate);
  }
  return watched;
}

function newRefreshToken(): Secret {
  return new Secret("refresh-9");
}

function newTokens() {
  return { token: new Secret(sampleBotToken), refreshToken: newRefreshToken() };
}

const refreshes = () => under.issuer.requests.filter(({ path }) => path.endsWith("/token"));

describe("a token that ends", () => {
  test("is renewed before its end, and the new pair is stored", async () => {
    const id = await under.connectEnding(60 * MINUTE);
    expect(await under.post({ credential_id: id })).toMatchObject({ ok: true });
    expect(refreshes()).toHaveLength(0);
    under.clock.advance(56 * MINUTE);
    expect(await under.post({ credential_id: id })).toMatchObject({
      ok: true,
      attempts: 1,
      credential: { id },
    });
    expect(refreshes().map((request) => request.form().get("refresh_token"))).toEqual(["refresh-1"]);
    expect(await under.stored(id)).toEqual({
      token: sampleBotToken,
      refreshToken: "refresh-2",
      status: "active",
      version: 2,
    });
    expect(under.chatapp.requests.at(-1)?.headers.authorization).toBe(`Bearer ${sampleBotToken}`);
  });

  test("is renewed after its end too, also where it was stored so", async () => {
    const id = await under.connectEnding(-DAY, { token: "xoxb-ended" });
    expect((await under.stored(id)).status).toBe("active");
    expect(await under.post({ credential_id: id })).toMatchObject({ ok: true });
    under.clock.advance(DAY);
    expect(await under.post({ credential_id: id })).toMatchObject({ ok: true });
    expect(refreshes().map((request) => request.form().get("refresh_token"))).toEqual([
      "refresh-1",
      "refresh-2",
    ]);
  });

  test("with a short life is not renewed at every call", async () => {
    under.issuer.scriptAlways("", issued({ expires_in: 60 }));
    const id = await under.connectEnding(-1);
    for (let calls = 0; calls < 3; calls++) await under.post({ credential_id: id });
    expect(refreshes()).toHaveLength(1);
    under.clock.advance(50_000);
    await under.post({ credential_id: id });
    expect(refreshes()).toHaveLength(2);
  });

  test("is renewed once for many calls at a time", async () => {
    const id = await under.connectEnding(-1, { token: "xoxb-ended" });
    const results = await Promise.all(Array.from({ length: 60 }, () => under.post({ credential_id: id })));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(refreshes()).toHaveLength(1);
  });

  test("keeps its refresh token where none comes back", async () => {
    under.issuer.script("", issued({ refresh_token: undefined }));
    const id = await under.connectEnding(-1);
    await under.post({ credential_id: id });
    expect(await under.stored(id)).toMatchObject({ refreshToken: "refresh-1", version: 2 });
  });

  test("of a preview is left as it is, since a preview sends nothing", async () => {
    const id = await under.connectEnding(-1);
    const args = { channel: "C0GENERAL", text: "Hello", credential_id: id };
    expect(await under.service.dispatcher.preview(under.caller, "chatapp_post_channel", args)).toMatchObject({
      ok: true,
    });
    expect(refreshes()).toHaveLength(0);
  });

  test("without a refresh token, or of a kind without a client, expires as it always did", async () => {
    const id = await under.connectEnding(MINUTE, { refresh_token: undefined });
    expect((await under.stored(id)).status).toBe("expiring");
    under.clock.advance(2 * MINUTE);
    expect(await under.post({ credential_id: id })).toMatchObject({
      ok: false,
      error_code: "authentication",
    });
    const other = await startRefreshUnderTest({ oauth: new Map() });
    const kept = await other.connectEnding(MINUTE);
    expect((await other.stored(kept)).status).toBe("expiring");
    other.clock.advance(2 * MINUTE);
    expect((await other.stored(kept)).status).toBe("expired");
    await other.close();
  });
});

describe("an end in the past", () => {
  const create = (fields: Record<string, unknown>) =>
    under.service.credentials.create(
      under.caller.tenantId,
      newCredentialSchema.parse({
        kind: "crm",
        label: "past",
        token: "t",
        expires_at: "2020-01-01T00:00:00Z",
        ...fields,
      }),
    );

  test("is accepted when a refresh token comes with it, and refused without one", async () => {
    await expect(create({})).rejects.toMatchObject({
      code: "bad_request",
      issues: [{ path: "expires_at", message: expect.stringContaining("refresh_token") }],
    });
    const { id, tenant_id } = await create({ refresh_token: "r" });
    const past = { expires_at: "2021-01-01T00:00:00Z" };
    expect(await under.service.credentials.change(tenant_id, id, past)).toMatchObject({ version: 2 });
    const dropped = { ...past, refresh_token: null };
    await expect(under.service.credentials.change(tenant_id, id, dropped)).rejects.toMatchObject({
      code: "bad_request",
    });
  });
});

describe("a dead refresh token", () => {
  const dead = () => json({ ok: false, error: "invalid_refresh_token" });

  test("ends the connection, and the provider is not asked at every call", async () => {
    under.issuer.scriptAlways("", dead());
    const id = await under.connectEnding(-1);
    const first = refused(await under.post({ credential_id: id }));
    expect(first).toMatchObject({ error_code: "authentication", attempts: 0 });
    expect(first.refusal_reason).toBe(
      'The connection "ending 1" no longer works: Slack no longer accepts the refresh token (invalid_refresh_token).',
    );
    expect((await under.stored(id)).status).toBe("needs_reconnect");
    await under.post({ credential_id: id });
    expect(refreshes()).toHaveLength(1);
    expect(under.chatapp.requests).toHaveLength(0);
  });

  test("is asked for again with a new refresh token", async () => {
    under.issuer.script("", dead());
    const id = await under.connectEnding(-1);
    await under.post({ credential_id: id });
    await under.service.credentials.change(under.caller.tenantId, id, { refresh_token: newRefreshToken() });
    expect(await under.post({ credential_id: id })).toMatchObject({ ok: true });
    expect((await under.stored(id)).status).toBe("active");
  });

  test("is not believed when the record was renewed meanwhile", async () => {
    const id = await under.connectEnding(-1, { token: "xoxb-ended" });
    const { credentials } = under.service;
    under.issuer.script("", async () => {
      const record = await credentials.get(under.caller.tenantId, id);
      await credentials.renew(record, { ...newTokens(), expiresAt: under.clock.now() + DAY });
      return dead();
    });
    expect(await under.post({ credential_id: id })).toMatchObject({ ok: true });
    expect(await under.stored(id)).toMatchObject({ status: "active", refreshToken: "refresh-9" });
  });
});

describe("any other failure", () => {
  test.each([
    ["an outage", () => text("down", 502), "transient"],
    ["a lost answer", () => resetAfterReading(), "transient"],
    ["an answer without a token", () => json({ ok: true }), "transient"],
    ["a rate limit", () => ({ ...text("", 429), headers: { "retry-after": "5000" } }), "rate_limit"],
    ["a refused client", () => json({ ok: false, error: "bad_client_secret" }), "authentication"],
    ["another refusal", () => json({ ok: false, error: "invalid_arguments" }), "authentication"],
  ])("such as %s leaves the connection, and says what to do", async (_what, reply, error_code) => {
    under.issuer.scriptAlways("", reply());
    const id = await under.connectEnding(-1);
    const calling = under.post({ credential_id: id });
    const result = refused(await advancing(calling));
    expect(result).toMatchObject({ error_code });
    expect(result.refusal_reason).toContain('The token of "ending 1" expired and was not renewed');
    expect(await under.stored(id)).toMatchObject({ status: "active", refreshToken: "refresh-1", version: 1 });
    under.issuer.clear();
    under.clock.advance(2 * MINUTE);
    expect(await under.post({ credential_id: id })).toMatchObject({ ok: true });
  });

  test("names the settings when the client is refused", async () => {
    under.issuer.scriptAlways("", json({ ok: false, error: "bad_client_secret" }));
    const result = refused(await under.post({ credential_id: await under.connectEnding(-1) }));
    expect(result.next_step).toContain("OAUTH_CHATAPP_BOT_CLIENT_SECRET");
    expect(result.next_step).toMatch(/The connection is kept\.$/);
  });

  test("ahead of the end lets the call go on with the token that still works", async () => {
    under.issuer.scriptAlways("", text("down", 502));
    const id = await under.connectEnding(60 * MINUTE);
    under.clock.advance(57 * MINUTE);
    expect(await under.post({ credential_id: id })).toMatchObject({ ok: true });
  });
});

describe("a token that the provider refuses before its end", () => {
  test("is renewed once, and the call is made again", async () => {
    const id = await under.connectEnding(60 * MINUTE, { token: "xoxb-refused" });
    expect(await under.post({ credential_id: id })).toMatchObject({ ok: true, attempts: 2 });
    expect(refreshes()).toHaveLength(1);
    expect(await under.stored(id)).toMatchObject({ status: "active", version: 2 });
  });

  test("is renewed once for many calls", async () => {
    const id = await under.connectEnding(60 * MINUTE, { token: "xoxb-refused" });
    const results = await Promise.all(Array.from({ length: 20 }, () => under.post({ credential_id: id })));
    expect(results.every(({ ok }) => ok)).toBe(true);
    expect(refreshes()).toHaveLength(1);
  });

  test("is renewed no further when its successor is refused too", async () => {
    under.issuer.scriptAlways("", issued({ access_token: "xoxb-refused-too" }));
    const id = await under.connectEnding(60 * MINUTE, { token: "xoxb-refused" });
    for (let calls = 0; calls < 3; calls++)
      expect(await under.post({ credential_id: id })).toMatchObject({
        ok: false,
        error_code: "authentication",
      });
    expect(refreshes()).toHaveLength(1);
  });

  test("is renewed at the last attempt for the next call, as a renewal gives no fourth", async () => {
    const id = await under.connectEnding(60 * MINUTE, { token: "xoxb-refused" });
    under.chatapp.script("POST /api/users.lookupByEmail", json({}, 503), json({}, 503));
    const result = refused(await under.dm({ credential_id: id }));
    expect(result).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(result.refusal_reason).toContain("has been renewed");
    expect(under.methods()).toHaveLength(3);
    expect(refreshes()).toHaveLength(1);
    expect(await under.stored(id)).toMatchObject({ status: "active", version: 2 });
    expect(await under.post({ credential_id: id })).toMatchObject({ ok: true, attempts: 1 });
  });

  test("counts as an attempt, after which two are left", async () => {
    const id = await under.connectEnding(60 * MINUTE, { token: "xoxb-refused" });
    const refusal = json({ ok: false, error: "invalid_auth" });
    under.chatapp.script("POST /api/users.lookupByEmail", refusal, ...Array(3).fill(json({}, 503)));
    const result = refused(await under.dm({ credential_id: id }));
    expect(result).toMatchObject({ error_code: "transient", attempts: 3 });
    expect(under.methods()).toHaveLength(3);
  });

  test("stays refused where it cannot be renewed", async () => {
    const id = await under.connect({ label: "plain", token: "xoxb-refused" });
    expect(await under.post({ credential_id: id })).toMatchObject({
      ok: false,
      error_code: "authentication",
      attempts: 1,
    });
    expect(refreshes()).toHaveLength(0);
  });
});

describe("what happens at the same time", () => {
  test("a new label does not lose the pair", async () => {
    const id = await under.connectEnding(-1, { token: "xoxb-ended" });
    under.issuer.script("", async () => {
      await under.service.credentials.change(under.caller.tenantId, id, { label: "renamed" });
      return issued();
    });
    expect(await under.post({ credential_id: id })).toMatchObject({
      ok: true,
      credential: { label: "renamed" },
    });
    expect(await under.stored(id)).toMatchObject({
      refreshToken: "refresh-2",
      token: sampleBotToken,
      // The attempt that was overtaken wrote nothing.
      version: 3,
    });
  });

  test("a token that its owner stores meanwhile stays", async () => {
    const id = await under.connectEnding(-1, { token: "xoxb-ended" });
    under.issuer.script("", async () => {
      const { token, refreshToken } = newTokens();
      const change = { token, refresh_token: refreshToken, expires_at: null };
      await under.service.credentials.change(under.caller.tenantId, id, change);
      return issued({ access_token: "xoxb-late-loser" });
    });
    expect(await under.post({ credential_id: id })).toMatchObject({ ok: true });
    expect(await under.stored(id)).toMatchObject({
      refreshToken: "refresh-9",
      token: sampleBotToken,
      version: 2,
    });
  });

  test("a pair that cannot be stored is not used, and stored by the next call", async () => {
    let failing = 0;
    const other = await startRefreshUnderTest({
      wrapCredentialStore: (store) =>
        new Proxy(store, {
          get(target, name) {
            if (name === "update" && failing-- > 0) return () => Promise.reject(new Error("store down"));
            const found = Reflect.get(target, name);
            return typeof found === "function" ? found.bind(target) : found;
          },
        }),
    });
    const id = await other.connectEnding(-1, { token: "xoxb-ended" });
    failing = 5;
    const result = refused(await advancing(other.post({ credential_id: id }, { maxAttempts: 1 }), other));
    expect(result).toMatchObject({ error_code: "transient" });
    expect(other.chatapp.requests).toHaveLength(0);
    expect(await other.post({ credential_id: id })).toMatchObject({ ok: true });
    expect(other.issuer.requests).toHaveLength(1);
    expect(await other.stored(id)).toMatchObject({ refreshToken: "refresh-2" });
    await other.close();
  });
});

test("a renewal leaves one log line without any token, a count and an entry of the audit", async () => {
  const id = await under.connectEnding(-1);
  await under.post({ credential_id: id });
  const [line] = under.logged.filter(({ event }) => event === "token_renewal");
  expect(line).toMatchObject({ level: "info", credential_id: id, tenant_id: under.caller.tenantId });
  expect(JSON.stringify(under.logged)).not.toMatch(/refresh-|client-secret|xoxb/);
});

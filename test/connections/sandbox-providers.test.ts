import { listOauthFacts } from "@plumbline/connections/oauth-client.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { sampleMemberUrn } from "@plumbline/sandbox/network/sample-feed.ts";
import { OAUTH_KINDS, type OAuthKind } from "@plumbline/sandbox/oauth/oauth-kinds.ts";
import { hangBeforeHeaders, text } from "@plumbline/sandbox/server/reply.ts";
import { readSettings } from "@plumbline/service/settings/read-settings.ts";
import { beforeEach, describe, expect, test } from "vitest";
import { requestTokens } from "../../packages/connections/token-request.ts";
import { startedForFile } from "../support/started.ts";
import { startSandboxConnects } from "./sandbox-connects.ts";

const under = startedForFile(startSandboxConnects);

beforeEach(() => under.sandbox.oauth.clear());

const MAILBOX = { username: "ada@example.com" };

/** Of each kind: stored metadata, seconds a token lives, effect of a refresh on the refresh token. */
const KINDS: [OAuthKind, Record<string, unknown>, number | null, "new" | "same"][] = [
  ["chatapp_bot", {}, 43_200, "new"],
  ["chatapp_user", {}, 43_200, "new"],
  ["notes", {}, null, "new"],
  ["crm", {}, 1_800, "same"],
  ["tracker", { auth_form: "bearer" }, 86_399, "new"],
  ["microblog", {}, 7_200, "new"],
  ["mail_oauth_a", { ...MAILBOX, calendar_id: "primary" }, 3_599, "same"],
  ["mail_oauth_b", MAILBOX, 4_199, "new"],
];

const refreshes = () =>
  under.sandbox.oauth.requests.filter(({ method, path, text: body }) => {
    return method === "POST" && path.endsWith("/token") && body.includes("refresh_token");
  });

/** The provider no longer takes the access tokens, and the clock says why. */
function letTokensEnd(kind: OAuthKind, seconds: number | null): void {
  under.sandbox.oauth.tokens.endAccess(kind);
  under.clock.advance((seconds ?? 0) * 1000);
}

describe.each(KINDS)("%s", (kind, metadata, seconds, refreshToken) => {
  test("is connected by two clicks, and renewed when its token ends", async () => {
    const connection = await under.connect(kind);
    const end = seconds === null ? null : new Date(under.clock.now() + seconds * 1000).toISOString();
    expect(await connection.view()).toMatchObject({ kind, metadata, status: "active", expires_at: end });
    expect(await connection.test()).toMatchObject({ ok: true });
    const before = await connection.stored();
    expect(refreshes()).toHaveLength(0);
    letTokensEnd(kind, seconds);
    expect(await connection.test()).toMatchObject({ ok: true });
    expect(refreshes()).toHaveLength(1);
    const after = await connection.stored();
    expect(after.token).not.toBe(before.token);
    expect(after.refreshToken === before.refreshToken ? "same" : "new").toBe(refreshToken);
    // A provider that refuses each new token at once is not asked for more of them.
    under.clock.advance(60_000);
    letTokensEnd(kind, seconds);
    expect(await connection.test(), "with what the first refresh left").toMatchObject({ ok: true });
  });

  test("outlives an outage of its authorization server, and ends with its refresh token", async () => {
    const connection = await under.connect(kind);
    letTokensEnd(kind, seconds);
    under.sandbox.oauth.scriptAlways(`POST /${kind}/token`, text("down", 503));
    expect(await connection.test()).toMatchObject({ ok: false, error_code: "transient" });
    expect(await connection.view()).toMatchObject({ status: "active" });
    under.sandbox.oauth.clear();
    under.clock.advance(120_000);
    expect(await connection.test()).toMatchObject({ ok: true });
    letTokensEnd(kind, seconds);
    under.sandbox.oauth.tokens.endRefresh(kind);
    const refusal = { ok: false, error_code: "authentication" };
    if (!listOauthFacts().get(kind)?.reuseRevokesFamily) {
      expect(await connection.test(), "refused once").toMatchObject(refusal);
      expect(await connection.view()).toMatchObject({ status: "active", health: { ok: false } });
      under.clock.advance(60_000);
    }
    expect(await connection.test()).toMatchObject(refusal);
    expect(await connection.view()).toMatchObject({ status: "needs_reconnect", health: { ok: false } });
  });

  test("is given back when it is revoked", async () => {
    const connection = await under.connect(kind);
    const { token, refreshToken = "" } = await connection.stored();
    const { upstream } = await connection.revoke();
    if (kind === "mail_oauth_b") return expect(upstream, "it has no address for that").toBeNull();
    expect(upstream).toEqual({ revoked: true });
    if (kind.startsWith("chatapp"))
      return expect(under.sandbox.chatapp.workspace.tokens.get(token)?.revoked).toBe(true);
    const isByRefreshToken = ["crm", "mail_oauth_a"].includes(kind);
    expect(under.sandbox.oauth.tokens.isLive(isByRefreshToken ? refreshToken : token)).toBe(false);
  });
});

test("LinkedIn gives no refresh token: the connection works until its end, or is given back", async () => {
  const other = await under.connect("network");
  const { token } = await other.stored();
  expect(await other.revoke()).toMatchObject({ upstream: { revoked: true } });
  expect(under.sandbox.oauth.tokens.isLive(token)).toBe(false);
  const connection = await under.connect("network");
  expect(await connection.view()).toMatchObject({ status: "active", metadata: { urn: sampleMemberUrn } });
  expect(await connection.test()).toMatchObject({ ok: true });
  expect((await connection.stored()).refreshToken).toBeUndefined();
  letTokensEnd("network", 5_184_000);
  expect(await connection.test()).toMatchObject({ ok: false, error_code: "authentication" });
  expect(await connection.view()).toMatchObject({ status: "expired" });
  expect(refreshes()).toHaveLength(0);
});

test.each(OAUTH_KINDS.map((kind) => [kind]))(
  "a person who denies %s comes back to a page that says so",
  async (kind) => {
    const tenant = await under.createTenant(`Denied ${kind}`);
    const { status, text: page } = await under.decide(kind, "deny", tenant);
    expect([status, page]).toEqual([200, expect.stringContaining("Nothing was connected")]);
    const { json } = await under.call("GET", "/api/v1/credentials", { key: tenant.apiKey.reveal() });
    expect(json.items).toEqual([]);
  },
);

test("a mailbox whose token is refused before its end is renewed, for reading and for sending", async () => {
  const { id, tenant } = await under.connect("mail_oauth_b");
  const call = (tool: string, args: Record<string, unknown>) => {
    under.sandbox.oauth.tokens.endAccess("mail_oauth_b");
    under.clock.advance(60_000);
    return under.service.dispatcher.call(tenant.caller, tool, { credential_id: id, ...args });
  };
  expect(await call("email_search", { query: "in:INBOX" })).toMatchObject({ ok: true });
  const mail = { to: ["grace@example.com"], subject: "Hello", text: "Hello" };
  expect(await call("email_send", mail)).toMatchObject({ ok: true });
  expect(refreshes()).toHaveLength(2);
});

test("Slack's answer with both tokens connects the person where the person was asked for", async () => {
  const both = await startSandboxConnects((options) => {
    const clients = [...(options.oauth ?? [])].map(([kind, client]) => {
      const authorizeUrl = `${client.facts.authorizeUrl}?scope=chat:write`;
      return [kind, { ...client, facts: { ...client.facts, authorizeUrl } }] as const;
    });
    return { ...options, oauth: new Map(clients) };
  });
  const connection = await both.connect("chatapp_user");
  const { tokens } = both.sandbox.chatapp.workspace;
  expect(tokens.get((await connection.stored()).token)).toMatchObject({ kind: "user" });
  expect(
    [...tokens.values()].filter(({ kind }) => kind === "bot").length,
    "a bot's came too",
  ).toBeGreaterThan(2);
  await both.close();
});

test("an authorization server that never answers leaves open what became of the refresh token", async () => {
  const client = readSettings(under.sandbox.settings).oauth.get("tracker");
  if (!client) throw new Error("no client");
  const egress = openEgress({ clock: systemClock, allow: parseEgressAllow("") });
  under.sandbox.oauth.script("POST /tracker/token", hangBeforeHeaders());
  const exchange = { grant: "refresh_token", refreshToken: new Secret("r") } as const;
  const means = { http: egress.provider, clock: systemClock, timeoutMs: 100 };
  expect(await requestTokens(client, exchange, means)).toMatchObject({
    reason: "unavailable",
    mayBeSpent: true,
  });
  await egress.close();
});

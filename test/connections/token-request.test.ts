import { listOauthFacts, type OAuthClient } from "@plumbline/connections/oauth-client.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { systemClock } from "@plumbline/core/clock/clock.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { json, resetAfterReading, text } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { beforeEach, describe, expect, test } from "vitest";
import {
  requestTokens,
  type TokenExchange,
  type TokenResult,
} from "../../packages/connections/token-request.ts";
import { startedForFile } from "../support/started.ts";

const NOW = Date.parse("2026-07-01T00:00:00Z");
const clock = { ...systemClock, now: () => NOW };

const egress = startedForFile(() => openEgress({ clock, allow: parseEgressAllow("") }));

const provider = startedForFile(() =>
  startScriptedServer({
    name: "authorization server",
    handle: () => text("unscripted", 500),
  }),
);

beforeEach(() => provider.clear());

const refresh: TokenExchange = {
  grant: "refresh_token",
  refreshToken: new Secret("refresh-1"),
  scope: "a b",
};
const code: TokenExchange = {
  grant: "authorization_code",
  code: new Secret("code-1"),
  redirectUri: "https://plumbline.example/oauth/callback",
  verifier: new Secret("verifier-1"),
};

function ask(kind: string, exchange: TokenExchange): Promise<TokenResult> {
  const facts = listOauthFacts().get(kind);
  if (!facts) throw new Error(`no facts of ${kind}`);
  const client: OAuthClient = {
    kind,
    id: "client/id",
    secret: new Secret("client secret"),
    facts: { ...facts, tokenUrl: `${provider.url}/token` },
  };
  return requestTokens(client, exchange, { http: egress.provider, clock, timeoutMs: 5_000 });
}

/** The pair that an answer brought, in the open. */
function pair(answer: TokenResult) {
  if (!answer.ok) throw new Error(answer.message);
  const { token, refreshToken, expiresAt, scope } = answer.grant;
  return { token: token.reveal(), refresh: refreshToken?.reveal(), expiresAt, scope };
}

describe("the request", () => {
  test("proves the client in the header where the provider wants it there, id and secret form-encoded", async () => {
    provider.script("", json({ access_token: "t" }));
    await ask("microblog", refresh);
    const [request] = provider.requests;
    const pairSent = Buffer.from("client%2Fid:client+secret").toString("base64");
    expect(request?.headers.authorization).toBe(`Basic ${pairSent}`);
    expect(request?.text).toBe("grant_type=refresh_token&refresh_token=refresh-1");
  });

  test("proves the client in the body elsewhere, and exchanges a code with its verifier", async () => {
    provider.script("", json({ access_token: "t" }));
    await ask("crm", code);
    const [request] = provider.requests;
    expect(request?.headers.authorization).toBeUndefined();
    expect(Object.fromEntries(new URLSearchParams(request?.text))).toEqual({
      grant_type: "authorization_code",
      code: "code-1",
      redirect_uri: "https://plumbline.example/oauth/callback",
      code_verifier: "verifier-1",
      client_id: "client/id",
      client_secret: "client secret",
    });
  });

  test("is JSON with the pinned version for the notes app", async () => {
    provider.script("", json({ access_token: "t" }));
    await ask("notes", refresh);
    const [request] = provider.requests;
    expect(request?.headers).toMatchObject({
      "content-type": "application/json",
      "notion-version": "2022-06-28",
    });
    expect(request?.json()).toEqual({ grant_type: "refresh_token", refresh_token: "refresh-1" });
  });

  test("repeats the scopes of a refresh where a token is for one resource only", async () => {
    provider.scriptAlways("", json({ access_token: "t" }));
    for (const kind of ["mail_oauth_b", "mail_oauth_a"]) await ask(kind, refresh);
    const [b, a] = provider.requests.map((request) => new URLSearchParams(request.text).get("scope"));
    expect([b, a]).toEqual(["a b", null]);
  });
});

describe("the answer", () => {
  test("brings the pair, with its end counted from when the request began", async () => {
    provider.script(
      "",
      json({ access_token: "t2", refresh_token: "r2", expires_in: 43_200, scope: "chat:write,im:write" }),
    );
    expect(pair(await ask("chatapp_bot", refresh))).toEqual({
      token: "t2",
      refresh: "r2",
      expiresAt: NOW + 43_200_000,
      scope: "chat:write im:write",
    });
  });

  test("may hold no refresh token and no end; a number may be written as text", async () => {
    provider.script("", json({ access_token: "t2" }), json({ access_token: "t3", expires_in: "3599" }));
    expect(pair(await ask("notes", refresh))).toEqual({
      token: "t2",
      refresh: undefined,
      expiresAt: null,
      scope: undefined,
    });
    expect(pair(await ask("mail_oauth_a", refresh)).expiresAt).toBe(NOW + 3_599_000);
  });

  test("of the chat app: the user's token stands beside the bot's at first, and alone when it is renewed", async () => {
    const both = {
      ok: true,
      access_token: "xoxb-bot",
      scope: "chat:write",
      authed_user: {
        id: "U1",
        access_token: "xoxp-user",
        refresh_token: "r",
        expires_in: 60,
        scope: "im:write",
      },
    };
    provider.script(
      "",
      json(both),
      json(both),
      json({ ok: true, access_token: "xoxp-2", token_type: "user" }),
    );
    expect(pair(await ask("chatapp_bot", code))).toMatchObject({ token: "xoxb-bot", refresh: undefined });
    expect(pair(await ask("chatapp_user", code))).toMatchObject({ token: "xoxp-user", refresh: "r" });
    expect(pair(await ask("chatapp_user", refresh))).toMatchObject({ token: "xoxp-2" });
  });

  test("shows its tokens nowhere, and tells the rest", async () => {
    const body = {
      access_token: "t-hidden",
      id_token: "i-hidden",
      team: { name: "Acme" },
      inner: { refresh_token: "r-hidden" },
    };
    provider.script("", json(body));
    const answer = await ask("tracker", code);
    expect(JSON.stringify(answer)).not.toContain("hidden");
    expect(answer).toMatchObject({ grant: { answer: { team: { name: "Acme" } } } });
  });
});

describe("a refusal", () => {
  test.each([
    ["chatapp_bot", json({ ok: false, error: "invalid_refresh_token" })],
    ["chatapp_user", json({ ok: false, error: "token_revoked" })],
    ["notes", json({ error: "invalid_grant" }, 400)],
    ["notes", json({ object: "error", status: 400, code: "invalid_grant", message: "no" }, 400)],
    ["crm", json({ status: "BAD_REFRESH_TOKEN", message: "missing or invalid refresh token" }, 400)],
    ["tracker", json({ error: "invalid_grant" }, 400)],
    [
      "microblog",
      json({ error: "invalid_request", error_description: "Value passed for the token was invalid." }, 400),
    ],
    ["network", json({ error: "invalid_grant" }, 400)],
    [
      "mail_oauth_a",
      json({ error: "invalid_grant", error_description: "Token has been expired or revoked." }, 400),
    ],
    ["mail_oauth_b", json({ error: "invalid_grant", error_description: "AADSTS700082: …" }, 400)],
    ["mail_oauth_b", json({ error: "interaction_required" }, 400)],
  ])("of %s that means a dead refresh token is known as one", async (kind, reply) => {
    provider.script("", reply);
    expect(await ask(kind, refresh)).toMatchObject({ ok: false, reason: "dead", mayBeSpent: false });
  });

  test.each([
    ["client_refused", json({ error: "invalid_client" }, 401)],
    ["client_refused", json({ ok: false, error: "bad_client_secret" })],
    ["client_refused", text("", 401)],
    ["refused", json({ error: "invalid_request", error_description: "missing a parameter" }, 400)],
    ["refused", json({ error: "unsupported_grant_type" }, 400)],
    ["refused", text("moved", 302)],
    ["busy", json({ ok: false, error: "ratelimited" })],
    ["busy", text("", 429)],
    ["unavailable", json({ ok: false, error: "internal_error" })],
    ["unavailable", text("<html>", 502)],
    ["unavailable", json({ error: "invalid_grant" }, 503)],
    ["unreadable", text("<html>", 200)],
    ["unreadable", json({ ok: true })],
    ["unreadable", json({ access_token: "two\r\nlines" })],
  ])("of another sort is %s and never a dead refresh token", async (reason, reply) => {
    provider.script("", reply);
    expect(await ask("microblog", refresh)).toMatchObject({ ok: false, reason });
  });

  test("says how long to wait, and names the provider and its word, but no text that may echo what was sent", async () => {
    provider.script("", { ...text("", 429), headers: { "retry-after": "30" } });
    expect(await ask("crm", refresh)).toMatchObject({ reason: "busy", retryAfterSeconds: 30 });
    provider.script("", json({ error: "refused refresh-1", error_description: "you sent refresh-1" }, 400));
    const answer = await ask("crm", refresh);
    expect(answer).toMatchObject({ message: "HubSpot refused to issue a token (status 400)." });
    expect(JSON.stringify(answer)).not.toContain("refresh-1");
  });

  test("of a code that was used is no dead refresh token", async () => {
    provider.script("", json({ error: "invalid_grant" }, 400));
    expect(await ask("tracker", code)).toMatchObject({ reason: "refused", code: "invalid_grant" });
  });

  test("without an answer leaves open whether the refresh token was used up", async () => {
    provider.script("", resetAfterReading());
    expect(await ask("tracker", refresh)).toMatchObject({ reason: "unavailable", mayBeSpent: true });
    provider.script("", text("", 500));
    expect(await ask("tracker", refresh)).toMatchObject({ reason: "unavailable", mayBeSpent: true });
  });
});

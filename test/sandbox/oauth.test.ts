import { createHash } from "node:crypto";
import { startSandbox } from "@plumbline/sandbox";
import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";

const sandbox = startedForFile(startSandbox);

const VERIFIER = "v".repeat(43);
const BACK = "http://127.0.0.1:1/oauth/callback";

function client(kind: string) {
  const setting = (name: string) =>
    String(
      Object.entries(sandbox.settings).find(
        ([known]) => known === `OAUTH_${kind.toUpperCase()}_${name}`,
      )?.[1],
    );
  return { client_id: setting("CLIENT_ID"), client_secret: setting("CLIENT_SECRET") };
}

function authorizeUrl(kind: string, query: Record<string, string>): string {
  const { client_id } = client(kind);
  const all = { response_type: "code", client_id, redirect_uri: BACK, state: "s", ...query };
  return `${sandbox.oauth.url}/${kind}/authorize?${new URLSearchParams(all)}`;
}

const withChallenge = (query: Record<string, string> = {}) => ({
  ...query,
  code_challenge: createHash("sha256").update(VERIFIER).digest("base64url"),
  code_challenge_method: "S256",
});

async function agree(kind: string, query: Record<string, string>): Promise<string> {
  const body = new URLSearchParams({ decision: "allow" });
  const answer = await fetch(authorizeUrl(kind, query), { method: "POST", body, redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  expect([back.origin + back.pathname, back.searchParams.get("state")]).toEqual([BACK, "s"]);
  return back.searchParams.get("code") ?? "";
}

async function ask(kind: string, fields: Record<string, string>) {
  const body = new URLSearchParams({ ...client(kind), redirect_uri: BACK, ...fields });
  const answer = await fetch(`${sandbox.oauth.url}/${kind}/token`, { method: "POST", body });
  return { status: answer.status, json: (await answer.json()) as Record<string, string> };
}

const redeem = (kind: string, code: string, fields: Record<string, string> = {}) =>
  ask(kind, { grant_type: "authorization_code", code, code_verifier: VERIFIER, ...fields });
const renew = (kind: string, refresh_token: string, fields: Record<string, string> = {}) =>
  ask(kind, { grant_type: "refresh_token", refresh_token, ...fields });

describe("the page where a person agrees", () => {
  test("shows the scopes, escaped, and two buttons", async () => {
    const answer = await fetch(authorizeUrl("tracker", withChallenge({ scope: "read,<b>" })));
    const page = await answer.text();
    expect(answer.status).toBe(200);
    expect(page).toContain("Ada Lovelace, Plumbline asks for access to your account:");
    expect(page).toContain("<li><code>read</code></li><li><code>&lt;b&gt;</code></li>");
    for (const word of ["Allow", "Deny"]) expect(page).toContain(`>${word}</button>`);
  });

  test.each([
    ["another client", "tracker", withChallenge({ client_id: "other" })],
    ["no challenge", "crm", {}],
    ["a challenge that Slack does not allow", "chatapp_bot", withChallenge()],
    ["scopes with the wrong character between", "tracker", withChallenge({ scope: "read write" })],
    ["a redirect address that is no web page's", "notes", { redirect_uri: "javascript:alert(1)" }],
  ])("refuses %s, and leads nowhere", async (_what, kind, query) => {
    const answer = await fetch(authorizeUrl(kind, query), { method: "POST", redirect: "manual" });
    expect([answer.status, answer.headers.get("location")]).toEqual([400, null]);
  });
});

describe("a code", () => {
  test("counts once, with its verifier and its redirect address", async () => {
    const codes = [await agree("crm", withChallenge()), await agree("crm", withChallenge())] as const;
    expect((await redeem("crm", codes[0], { code_verifier: "wrong" })).json.error).toBe("invalid_grant");
    expect((await redeem("crm", codes[1], { redirect_uri: `${BACK}/` })).json.error).toBe("invalid_grant");
    const good = await agree("crm", withChallenge());
    expect((await redeem("crm", good)).json).toMatchObject({ expires_in: 1800 });
    expect((await redeem("crm", good)).status).toBe(400);
  });

  test("of LinkedIn with a verifier beside a secret is refused as a wrong client", async () => {
    const code = await agree("network", { scope: "openid" });
    expect((await redeem("network", code)).json.error).toBe("invalid_client");
  });

  test("of Google or X brings a refresh token only to a client that asked for one", async () => {
    const online = await redeem("mail_oauth_a", await agree("mail_oauth_a", withChallenge()));
    expect(online.json.refresh_token).toBeUndefined();
    const query = withChallenge({ access_type: "offline" });
    expect(
      (await redeem("mail_oauth_a", await agree("mail_oauth_a", query))).json.refresh_token,
    ).toBeTruthy();
  });
});

describe("a refresh token", () => {
  test("of Slack is good for one refresh; a dead one is refused with 200", async () => {
    const code = await agree("chatapp_bot", { scope: "chat:write,im:write" });
    const fields = { code, grant_type: "authorization_code" };
    const { json: first } = await ask("chatapp_bot", fields);
    expect(first).toMatchObject({ ok: true, scope: "chat:write,im:write", authed_user: { id: "U0GRACE" } });
    const { json: second } = await renew("chatapp_bot", first.refresh_token ?? "");
    expect(second).toMatchObject({
      ok: true,
      refresh_token: expect.not.stringMatching(first.refresh_token ?? ""),
    });
    expect(await renew("chatapp_bot", first.refresh_token ?? "")).toEqual({
      status: 200,
      json: { ok: false, error: "invalid_refresh_token" },
    });
  });

  test("of HubSpot comes back the same, and dies in words of its own", async () => {
    const { json } = await redeem("crm", await agree("crm", withChallenge()));
    const token = json.refresh_token ?? "";
    expect((await renew("crm", token)).json.refresh_token).toBe(token);
    await fetch(`${sandbox.oauth.url}/crm/revoke/${token}`, { method: "DELETE" });
    expect(await renew("crm", token)).toMatchObject({ status: 400, json: { status: "BAD_REFRESH_TOKEN" } });
  });

  test("of Google does not come back; one of Microsoft lives on beside the new one, for one resource", async () => {
    const google = await redeem(
      "mail_oauth_a",
      await agree("mail_oauth_a", withChallenge({ access_type: "offline" })),
    );
    const again = await renew("mail_oauth_a", google.json.refresh_token ?? "");
    expect(again.json).toMatchObject({ expires_in: 3599 });
    expect(again.json.refresh_token).toBeUndefined();
    const scope = "https://outlook.office.com/SMTP.Send";
    const asked = withChallenge({ scope: `offline_access ${scope}` });
    const microsoft = await redeem("mail_oauth_b", await agree("mail_oauth_b", asked));
    const old = microsoft.json.refresh_token ?? "";
    for (let times = 0; times < 2; times++)
      expect((await renew("mail_oauth_b", old, { scope })).json.refresh_token).not.toBe(old);
    const two = `${scope} https://graph.microsoft.com/Mail.Read`;
    expect((await renew("mail_oauth_b", old, { scope: two })).status).toBe(400);
  });
});

import { describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { type CallOptions, startApi } from "./api-under-test.ts";

const HOUR = 60 * 60_000;
const OF_PAGE = { "x-plumbline-console": "1", "sec-fetch-site": "same-origin" };

const api = startedForFile(startApi);

/** Signs in with the key of a new tenant. */
async function signedIn(name: string) {
  const tenant = await api.createTenant(name);
  const answer = await signIn(tenant.apiKey.reveal());
  const setCookie = answer.headers.get("set-cookie") ?? "";
  const cookie = setCookie.split(";")[0] ?? "";
  const ofPage = { ...OF_PAGE, "x-plumbline-console": String(answer.json.page_secret) };
  return { tenant, answer, setCookie, cookie, ofPage };
}

function signIn(api_key: string, headers: Record<string, string> = OF_PAGE) {
  return api.call("POST", "/api/v1/visit", { key: null, body: { api_key }, headers });
}

/** Lists the tools as the console's script would, or as something else. */
function listTools(cookie: string, headers: Record<string, string>, more: CallOptions = {}) {
  return api.call("GET", "/api/v1/tools", { key: null, ...more, headers: { cookie, ...headers } });
}

describe("the page", () => {
  test("runs its own script alone, and nothing may be put into it", async () => {
    const { status, headers, text } = await api.call("GET", "/", { key: null });
    expect([status, headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    const policy = headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'");
    expect(policy).toContain("frame-ancestors 'none'; base-uri 'none'");
    expect(policy).not.toContain("unsafe");
    expect(text).not.toMatch(/<script(?! type="module" src="\/console\/app-[\dA-Z]{8}\.js"><)/);
  });

  test("is asked for again each time, and not sent again to who has it", async () => {
    const { headers } = await api.call("GET", "/", { key: null });
    expect(headers.get("cache-control")).toBe("no-cache");
    const held = { "if-none-match": headers.get("etag") ?? "" };
    expect((await api.call("GET", "/", { key: null, headers: held })).status).toBe(304);
  });

  test("is sent compressed to who accepts that, each form with its own tag", async () => {
    const { text } = await api.call("GET", "/", { key: null });
    const [, path = ""] = /"(\/console\/app-[^"]+)"/.exec(text) ?? [];
    const forms = await Promise.all(
      ["br, gzip", "gzip;q=0.5, br;q=0", "identity"].map(async (accepted) => {
        const { headers } = await api.call("GET", path, {
          key: null,
          headers: { "accept-encoding": accepted },
        });
        expect(headers.get("vary")).toContain("accept-encoding");
        return [headers.get("content-encoding"), headers.get("etag")] as const;
      }),
    );
    expect(forms.map(([encoding]) => encoding)).toEqual(["br", "gzip", null]);
    expect(new Set(forms.map(([, etag]) => etag)).size).toBe(3);
    const held = { "accept-encoding": "br", "if-none-match": forms[0]?.[1] ?? "" };
    expect((await api.call("GET", path, { key: null, headers: held })).status).toBe(304);
  });

  test("loads files whose names change with their text", async () => {
    const { text } = await api.call("GET", "/", { key: null });
    const files = [...text.matchAll(/"(\/console\/[^"]+)"/g)].map(([, path = ""]) => path);
    expect(files).toHaveLength(2);
    for (const path of files) {
      const { status, headers } = await api.call("GET", path, { key: null });
      expect([status, headers.get("cache-control")]).toEqual([200, "public, max-age=31536000, immutable"]);
    }
  });

  test("names its files below the path at which the service is reached", async () => {
    const request = api.request("GET", "/", { key: null });
    const page = await (await api.fetch(request, { baseUrl: "https://plumbline.example/live" })).text();
    expect(page).toContain('src="/live/console/app-');
    expect(page).toContain('name="plumbline-base" content="/live"');
  });
});

describe("a visit", () => {
  test("tells what the key may do, and keeps no key in the browser", async () => {
    const { tenant, answer, setCookie } = await signedIn("who");
    expect(answer.json).toMatchObject({
      role: "tenant",
      tenant_id: tenant.caller.tenantId,
      read_only: false,
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(setCookie).toMatch(/; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(setCookie).not.toContain(tenant.apiKey.reveal());
  });

  test("is kept by https for this very host alone", async () => {
    const body = { api_key: api.tenant.apiKey.reveal() };
    const request = api.request("POST", "/api/v1/visit", { key: null, body, headers: OF_PAGE });
    const { headers } = await api.fetch(request, { baseUrl: "https://plumbline.example" });
    expect(headers.get("set-cookie")).toMatch(
      /^__Host-plumbline_console=.+; HttpOnly; Secure; SameSite=Strict$/,
    );
  });

  test("is an operator's too", async () => {
    const { status, json } = await signIn(api.operatorKey);
    expect([status, json]).toMatchObject([201, { role: "operator", tenant_id: null, scopes: [] }]);
  });

  test("begins with no other text than a key that works", async () => {
    for (const key of ["", "plk_none", "eyJhbGciOiJub25lIn0.e30.", `${api.operatorKey}x`])
      expect(await signIn(key)).toMatchObject({ status: 401, json: { error_code: "unauthenticated" } });
  });

  test("begins on no page of another site", async () => {
    const key = api.tenant.apiKey.reveal();
    expect((await signIn(key, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect((await signIn(key, { "sec-fetch-site": "same-site" })).status).toBe(403);
    expect((await signIn(key, { origin: "https://evil.example" })).status).toBe(403);
  });

  test("calls the API in place of the key", async () => {
    const { cookie, ofPage } = await signedIn("calls");
    expect((await listTools(cookie, ofPage)).status).toBe(200);
    const { json } = await api.call("GET", "/api/v1/visit", { key: null, headers: { cookie, ...ofPage } });
    expect(json.visit).toMatchObject({ role: "tenant" });
  });

  test.each([
    ["without the console's header", { "x-plumbline-console": undefined }],
    ["from another site", { "sec-fetch-site": "cross-site" }],
    ["from another host or port of the site", { "sec-fetch-site": "same-site" }],
    ["from an address that was typed", { "sec-fetch-site": "none" }],
    ["from another origin", { "sec-fetch-site": undefined, origin: "https://evil.example" }],
  ])("is not taken %s", async (_how, changed) => {
    const { cookie, ofPage } = await signedIn("foreign");
    const headers: Record<string, string> = {};
    for (const [name, value] of Object.entries({ ...ofPage, ...changed }))
      if (value !== undefined) headers[name] = value;
    expect((await listTools(cookie, headers)).status).toBe(401);
  });

  test("is nothing to another port of the host, which is sent the cookie alone", async () => {
    const { cookie, ofPage } = await signedIn("port");
    const { ofPage: ofStranger, cookie: ofStrangersOwn } = await signedIn("stranger");
    for (const secret of ["1", "none", "", cookie, ofStranger["x-plumbline-console"]]) {
      const headers = { "x-plumbline-console": secret };
      expect((await listTools(cookie, headers)).status).toBe(401);
      await api.call("DELETE", "/api/v1/visit", { key: null, headers: { cookie, ...headers } });
    }
    // Nor does a cookie that the other port sets put the page into a stranger's tenant.
    expect((await listTools(ofStrangersOwn, ofPage)).status).toBe(401);
    expect((await listTools(cookie, ofPage)).status).toBe(200);
  });

  test("does not stand in for a key that was sent and is wrong", async () => {
    const { cookie, ofPage } = await signedIn("both");
    expect((await listTools(cookie, ofPage, { key: "plk_none" })).status).toBe(401);
  });

  test("opens no way to MCP", async () => {
    const { cookie, ofPage } = await signedIn("mcp");
    const headers = { cookie, ...ofPage, accept: "application/json, text/event-stream" };
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
    expect((await api.call("POST", "/mcp", { key: null, headers, body })).status).toBe(401);
  });

  test("ends at once when its key is revoked", async () => {
    const { tenant, answer, cookie, ofPage } = await signedIn("revoked");
    await api.service.tenants.revokeKey(tenant.caller.tenantId, String(answer.json.key_id));
    expect(await listTools(cookie, ofPage)).toMatchObject({
      status: 401,
      json: { detail: "Your sign-in has ended. Sign in again." },
    });
  });

  test("ends after 12 hours", async () => {
    const { cookie, ofPage } = await signedIn("twelve hours");
    await api.clock.advance(12 * HOUR - 1);
    expect((await listTools(cookie, ofPage)).status).toBe(200);
    await api.clock.advance(1);
    expect((await listTools(cookie, ofPage)).status).toBe(401);
  });

  test("is not taken when a letter of it was changed, or for another place", async () => {
    const { cookie, ofPage } = await signedIn("forged");
    const [name = "", value = ""] = cookie.split("=");
    const longer = Buffer.from(JSON.stringify({ key_hash: api.tenant.caller.keyHash, ends_at: 9e15 }));
    const forged = value.replace(/^[^.]+/, longer.toString("base64url"));
    const { token } = await api.service.approverVisits.begin({ keyHash: api.tenant.caller.keyHash ?? "" });
    for (const text of [`${value.slice(0, -1)}!`, forged, token, ""])
      expect((await listTools(`${name}=${text}`, ofPage)).status).toBe(401);
  });

  test("ends at once when the person signs out, for every copy of the cookie", async () => {
    const { tenant, cookie, ofPage } = await signedIn("out");
    const elsewhere = await signIn(tenant.apiKey.reveal());
    const out = await api.call("DELETE", "/api/v1/visit", { key: null, headers: { cookie, ...ofPage } });
    expect((await listTools(cookie, ofPage)).status).toBe(401);
    const { json } = await api.call("GET", "/api/v1/visit", { key: null, headers: { cookie, ...ofPage } });
    expect(json.visit).toBeNull();
    const ofOther = { ...ofPage, "x-plumbline-console": String(elsewhere.json.page_secret) };
    const [other = ""] = (elsewhere.headers.get("set-cookie") ?? "").split(";");
    expect((await listTools(other, ofOther)).status, "signed in with the same key in another browser").toBe(
      200,
    );
    expect([out.status, out.headers.get("set-cookie")]).toEqual([
      204,
      "plumbline_console=; Max-Age=0; Path=/",
    ]);
  });
});

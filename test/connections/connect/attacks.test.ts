import { beforeEach, describe, expect, test } from "vitest";
import { itemsOf } from "../../http/api-under-test.ts";
import type { TestTenant } from "../../support/service-under-test.ts";
import { startedForFile } from "../../support/started.ts";
import type { Browser } from "./browser.ts";
import { BASE, CALLBACK, SANDBOX_TOKENS, startConnect } from "./connect-under-test.ts";

const KIND = "mail_oauth_b";
const HOUR_MS = 3_600_000;

let tenant: TestTenant;
let browser: Browser;

const under = startedForFile(startConnect);

beforeEach(async () => {
  tenant = await under.createTenant("Acme");
  browser = under.browser();
  Object.assign(under.server.person, { accountId: "ada-0815", email: "ada@example.com", agrees: true });
});

const link = () => under.link(KIND, { label: "inbox" }, tenant);
const stored = async () => (await under.credentials(tenant)).map(({ label, status }) => [label, status]);
const open = async (url: string, by = browser) => by.go(url);

describe("a link", () => {
  test("is opened ten times by previews, also with HEAD, and still connects", async () => {
    const url = await link();
    for (let look = 0; look < 10; look++) {
      const seen = await under.browser().go(url, { method: look % 2 ? "HEAD" : "GET" });
      expect(seen.status).toBe(200);
    }
    expect((await under.connect(url, browser)).text).toContain("is connected");
    expect(await stored()).toEqual([["inbox", "active"]]);
  });

  test("makes one connection, and says so afterwards", async () => {
    const url = await link();
    const late = await under.callbackOf(url, under.browser());
    await under.connect(url, browser);
    expect(await open(url)).toMatchObject({
      status: 410,
      text: expect.stringContaining("already been used"),
    });
    expect((await browser.submit(url)).status).toBe(410);
    expect((await open(late)).status).toBe(403);
    expect(await stored()).toHaveLength(1);
  });

  test("two visits from one link make one connection", async () => {
    const url = await link();
    const [one, other] = [under.browser(), under.browser()];
    const callbacks = [await under.callbackOf(url, one), await under.callbackOf(url, other)];
    const ends = await Promise.all([one.go(callbacks[0] ?? ""), other.go(callbacks[1] ?? "")]);
    expect(ends.filter(({ text }) => text.includes("is connected"))).toHaveLength(1);
    expect(await stored()).toHaveLength(1);
  });

  test("expires after an hour", async () => {
    const url = await link();
    under.clock.advance(HOUR_MS);
    expect(await open(url)).toMatchObject({ status: 410, text: expect.stringContaining("has expired") });
    expect((await browser.submit(url)).status).toBe(410);
  });

  test("is nothing when it is made up, cut or of a deleted tenant", async () => {
    const url = await link();
    for (const wrong of [`${url}x`, url.slice(0, -1), url.replace(/.{3}$/, "AAA"), `${BASE}/connect/..%2f`])
      expect((await open(wrong)).status).toBe(404);
    await under.service.tenants.delete(tenant.caller.tenantId);
    expect((await open(url)).status).toBe(404);
  });

  test("that is taken back works no more, also for who is signing in already", async () => {
    const url = await link();
    const late = await under.callbackOf(url, browser);
    const ask = (method: string, path: string) => under.call(method, path, { key: tenant.apiKey.reveal() });
    const [{ id } = {}] = itemsOf(await ask("GET", "/api/v1/connections"));
    const other = (await under.createTenant("Other")).apiKey.reveal();
    const path = `/api/v1/connections/${KIND}/${id}`;
    expect((await under.call("DELETE", path, { key: other })).status).toBe(404);
    expect((await ask("DELETE", `/api/v1/connections/crm/${id}`)).status).toBe(404);
    expect((await ask("DELETE", path)).status).toBe(204);
    expect((await ask("DELETE", path)).status).toBe(404);
    expect(itemsOf(await ask("GET", "/api/v1/connections"))).toEqual([]);
    for (const address of [url, late])
      expect(await open(address)).toMatchObject({
        status: 410,
        text: expect.stringContaining("was withdrawn"),
      });
    expect(await stored()).toEqual([]);
    const entries = itemsOf(await ask("GET", "/api/v1/audit"));
    expect(entries).toContainEqual(
      expect.objectContaining({ action: "connection.withdrawn", subject: id, key_id: expect.any(String) }),
    );
  });

  test("is not begun by another site's form", async () => {
    const url = await link();
    const foreign = [
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "https://evil.example" },
      { origin: "null" },
    ];
    for (const headers of foreign) {
      const answered = await browser.request(url, { method: "POST", headers });
      expect([answered.status, answered.headers.get("location")]).toEqual([403, null]);
    }
  });

  test("lets a person who declined try again from the page", async () => {
    const url = await link();
    under.server.person.agrees = false;
    const declined = await under.connect(url, browser);
    expect([declined.status, declined.text]).toEqual([200, expect.stringContaining(`href="${url}"`)]);
    expect(await stored()).toEqual([]);
    under.server.person.agrees = true;
    expect((await under.connect(url, browser)).text).toContain("is connected");
  });
});

describe("a state", () => {
  test("counts once", async () => {
    const callback = await under.callbackOf(await link(), browser);
    expect((await open(callback)).text).toContain("is connected");
    const asked = under.server.exchanged.length;
    expect((await open(callback)).status).toBe(403);
    expect(under.server.exchanged).toHaveLength(asked);
    expect(await stored()).toHaveLength(1);
  });

  test("of a raw address counts once too, in any browser, for a key that was given the scope", async () => {
    const { tenantId } = tenant.caller;
    const ask = (key: string, more = {}) =>
      under.call("POST", `/api/v1/connections/${KIND}`, { key, body: { label: "mine", raw: true, ...more } });
    expect(await ask(tenant.apiKey.reveal())).toMatchObject({
      status: 403,
      json: { error_code: "forbidden", detail: expect.stringContaining("connections:raw") },
    });
    const scopes = ["connections:write", "connections:raw"] as const;
    const { key } = await under.service.tenants.createKey(tenantId, { name: "raw", scopes: [...scopes] });
    expect(await ask(key.reveal(), { link: true })).toMatchObject({ status: 400 });
    const asked = under.request("POST", `/api/v1/connections/${KIND}`, {
      key: key.reveal(),
      body: { label: "mine", raw: true },
    });
    const begun = await (await under.fetch(asked, { baseUrl: BASE })).json();
    const { authorization_url } = begun as Record<string, unknown>;
    expect(String(authorization_url)).toContain(under.server.clients.get(KIND)?.facts.authorizeUrl);
    const callback = (await browser.go(String(authorization_url), { stop: CALLBACK })).url;
    expect((await under.browser().go(callback)).text).toContain("is connected");
    expect(await under.browser().go(callback)).toMatchObject({ status: 410 });
  });

  test("that began at a page is nothing in another browser, and is not used up there", async () => {
    const callback = await under.callbackOf(await link(), browser);
    expect(await under.browser().go(callback)).toMatchObject({
      status: 403,
      text: expect.stringContaining("another browser"),
    });
    expect((await open(callback)).text).toContain("is connected");
  });

  test("expires", async () => {
    const callback = await under.callbackOf(await link(), browser);
    under.clock.advance(HOUR_MS / 2);
    expect(await open(callback)).toMatchObject({ status: 410, text: expect.stringContaining("too long") });
    expect(await stored()).toEqual([]);
  });

  test("swapped with another's does not take its code", async () => {
    const mine = new URL(await under.callbackOf(await link(), browser));
    const others = under.browser();
    const theirs = new URL(
      await under.callbackOf(await under.link(KIND, { label: "other" }, tenant), others),
    );
    theirs.searchParams.set("code", mine.searchParams.get("code") ?? "");
    expect(await others.go(theirs.href)).toMatchObject({ status: 502 });
    expect(await stored()).toEqual([]);
  });

  test("of another tenant stays that tenant's", async () => {
    const stranger = await under.createTenant("Stranger");
    const callback = new URL(await under.callbackOf(await link(), browser));
    const state = callback.searchParams.get("state") ?? "";
    const id = Buffer.from(stranger.caller.tenantId.replaceAll("-", ""), "hex");
    const forged = Buffer.concat([id, Buffer.from(state, "base64url").subarray(16)]).toString("base64url");
    callback.searchParams.set("state", forged);
    expect((await open(callback.href)).status).toBe(404);
    expect(await under.credentials(stranger)).toEqual([]);
  });

  test("is no link, and a link is no state", async () => {
    const url = await link();
    const callback = new URL(await under.callbackOf(url, browser));
    expect((await open(`${BASE}/connect/${callback.searchParams.get("state")}`)).status).toBe(404);
    expect((await open(`${CALLBACK}?state=${url.split("/").at(-1)}&code=x`)).status).toBe(404);
  });

  test("is not used up by a HEAD request", async () => {
    const callback = await under.callbackOf(await link(), browser);
    await browser.request(callback, { method: "HEAD" });
    expect((await open(callback)).text).toContain("is connected");
  });
});

describe.each([KIND, "chatapp_bot", "notes"])("the address of a caller's own connect of %s", (kind) => {
  const begin = async () =>
    String((await under.start(kind, { label: "mine" }, tenant)).json.authorization_url);

  test("is a page that says what is connected to what, and sends nobody on by itself", async () => {
    const url = await begin();
    expect(url.startsWith(`${BASE}/connect/`), url).toBe(true);
    const { status, text, response } = await open(url);
    expect([status, response.headers.get("set-cookie")]).toEqual([200, null]);
    expect(text).toMatch(/<h1>Connect .+ to Acme<\/h1>/);
    for (const named of ["mine", "Plumbline", "Continue to "]) expect(text).toContain(named);
    expect(text.match(/<button/g)).toHaveLength(1);
  });

  test("connects in the browser in which the button was pressed, and in no other", async () => {
    const callback = await under.callbackOf(await begin(), browser);
    const exchanged = under.server.exchanged.length;
    for (const stranger of [under.browser(), under.browser()]) {
      const refused = await stranger.go(callback);
      expect(refused).toMatchObject({
        status: 403,
        text: expect.stringContaining("started in another browser"),
      });
      expect(refused.text).not.toContain("    at ");
    }
    expect(under.server.exchanged, "nobody spent the code").toHaveLength(exchanged);
    expect(await stored()).toEqual([]);
    expect((await open(callback)).text).toMatch(/(is|are) connected/);
    expect(await stored()).toEqual([["mine", "active"]]);
  });

  test("takes no cookie of another connect", async () => {
    const other = under.browser();
    const callback = await under.callbackOf(await begin(), browser);
    const theirs = await under.callbackOf(await under.link(kind, { label: "theirs" }, tenant), other);
    expect((await other.go(callback)).status).toBe(403);
    const [, value = ""] = (other.cookiesOf(BASE)[0] ?? "").split("=");
    const [name = ""] = (browser.cookiesOf(BASE)[0] ?? "").split("=");
    const forged = await under.browser().go(callback, { headers: { cookie: `${name}=${value}` } });
    expect(forged.status).toBe(403);
    expect((await other.go(theirs)).status).toBe(200);
  });
});

describe("a renewal", () => {
  const renew = async (person: { accountId: string; email: string }) => {
    await under.connect(await link(), under.browser());
    const [{ id } = {}] = await under.credentials(tenant);
    Object.assign(under.server.person, person);
    return under.connect(await under.link(KIND, { label: "inbox", credential_id: id }, tenant), browser);
  };

  test("takes the same account, and the credential keeps its id", async () => {
    const { text } = await renew({ accountId: "ada-0815", email: "ada@example.com" });
    expect(text).toContain("connected again");
    expect(await stored()).toEqual([["inbox", "active"]]);
  });

  test("refuses another account, and says which one was expected and which one came", async () => {
    const { status, text } = await renew({ accountId: "grace-1906", email: "grace@example.com" });
    expect(status).toBe(409);
    expect(text).toContain("ada@example.com");
    expect(text).toContain("grace@example.com");
    const [record] = await under.credentials(tenant);
    expect(record).toMatchObject({ account: "ada@example.com", metadata: { username: "ada@example.com" } });
  });

  test("of a credential whose account nobody noted takes the one that comes, and says so", async () => {
    const body = { kind: "chatapp_bot", label: "bot", token: SANDBOX_TOKENS.chatapp_bot };
    const key = tenant.apiKey.reveal();
    const { json } = await under.call("POST", "/api/v1/credentials", { key, body });
    const renewed = async () =>
      under.connect(
        await under.link("chatapp_bot", { label: "bot", credential_id: json.id }, tenant),
        browser,
      );
    const { text } = await renewed();
    const [record] = await under.credentials(tenant);
    expect(record?.account).toEqual(expect.stringContaining(" @ "));
    expect(text).toContain(
      `This connection had no account on record; it now uses <strong>${record?.account}</strong>.`,
    );
    expect((await renewed()).text, "known by then").not.toContain("This connection had no account on record");
  });

  test("of a revoked credential, another kind's or another tenant's is refused at once", async () => {
    await under.connect(await link(), browser);
    const [{ id } = {}] = await under.credentials(tenant);
    const stranger = await under.createTenant("Stranger");
    expect((await under.start(KIND, { credential_id: id }, stranger)).status).toBe(404);
    expect((await under.start("crm", { credential_id: id }, tenant)).status).toBe(400);
    await under.service.credentials.revoke(tenant.caller.tenantId, String(id));
    expect((await under.start(KIND, { credential_id: id }, tenant)).status).toBe(409);
  });
});

describe("the pages", () => {
  test("name the product as text, load nothing, run nothing and lead nowhere else", async () => {
    tenant = await under.createTenant(`<script>alert("1")</script> & 'Co'`);
    const url = await link();
    const { text, response } = await open(url);
    expect(text).not.toContain("<script");
    expect(text).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Co&#39;");
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(text).not.toMatch(/ (src|href)=/);
    expect(response.headers.get("referrer-policy")).toBe("same-origin");
    expect(response.headers.get("cache-control")).toBe("no-store");
  });

  test("name Plumbline where nobody has named the tenant", async () => {
    tenant = await under.createTenant("local");
    const { text } = await open(await link());
    expect(text).toMatch(/<h1>Connect .+ to Plumbline<\/h1>/);
    expect(text).not.toMatch(/\blocal<\//);
  });

  test("follow no address that a query names, and no Host that a client writes", async () => {
    const url = await link();
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example" };
    const callback = `${CALLBACK}?redirect_uri=https://evil.example&next=//evil.example&return_to=https:evil.example`;
    const back = await browser.request(callback, { headers });
    expect([back.status, back.headers.get("location")]).toEqual([404, null]);
    const begun = await browser.request(url, { method: "POST", headers });
    const to = new URL(begun.headers.get("location") ?? "");
    expect(to.searchParams.get("redirect_uri")).toBe(CALLBACK);
  });

  test("bind the browser by a cookie that no other site can set and no script can read", async () => {
    const begun = await browser.request(await link(), { method: "POST" });
    expect(begun.headers.get("set-cookie")).toMatch(
      /^__Host-plumbline_connect_[0-9a-f]{16}=[\w.-]+; Max-Age=2400; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
  });

  test("say what the provider refused, without its free text", async () => {
    const { json } = await under.start(KIND, { label: "mine" }, tenant);
    const pressed = await browser.request(String(json.authorization_url), { method: "POST" });
    const state = new URL(pressed.headers.get("location") ?? "").searchParams.get("state");
    const said = `${CALLBACK}?state=${state}&error=server_error&error_description=${encodeURIComponent("<b>call 555</b>")}`;
    const { status, text } = await open(said);
    expect([status, text]).toEqual([502, expect.stringContaining("(server_error)")]);
    expect(text).not.toContain("555");
  });
});

test("a visit is audited, counted and logged, and what waits is listed", async () => {
  const url = await link();
  const key = tenant.apiKey.reveal();
  const { json } = await under.call("GET", "/api/v1/connections", { key });
  expect(json.items).toEqual([
    expect.objectContaining({ kind: KIND, label: "inbox", form: "link", provider: "Microsoft 365 mail" }),
  ]);
  await under.connect(url, browser);
  expect((await under.call("GET", "/api/v1/connections", { key })).json.items).toEqual([]);
  const entries = await under.service.audit.list(tenant.caller.tenantId, { limit: 20 });
  expect(entries.items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(["connection.started", "credential.created", "connection.completed"]),
  );
  expect(under.logged).toContainEqual(
    expect.objectContaining({ event: "connect_ended", outcome: "connected", kind: KIND }),
  );
});

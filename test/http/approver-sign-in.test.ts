import { randomUUID } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type LocalServer, startLocalServer } from "@plumbline/local";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { freePorts } from "../support/free-ports.ts";
import { type McpAuthorizationServer, startMcpAuthorizationServer } from "./mcp-authorization-server.ts";

const TOOL = "http_post_json";

let folder: string;
let issuer: McpAuthorizationServer;
let server: LocalServer;
let tenantId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-approver-"));
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const clients = { approvers: `${url}/approve/sign-in` };
  issuer = await startMcpAuthorizationServer(url, { scopes: ["tools:call", "approvals:grant"], clients });
  const environment = {
    DATA_DIR: folder,
    PORT: String(port),
    AUTH_ISSUER: issuer.url,
    AUTH_AUDIENCE: url,
    AUTH_CLIENT_ID: "approvers",
    EGRESS_ALLOW: "127.0.0.1:9",
  };
  server = await startLocalServer(environment, { logSink: () => undefined });
  await call("PUT", "/api/v1/policy", { approval: { [TOOL]: "always" } });
  const operator = readFileSync(join(folder, "operator-key"), "utf8").trim();
  const { items } = await call("GET", "/api/v1/tenants", undefined, operator);
  tenantId = (items as { tenant_id: string }[])[0]?.tenant_id ?? "";
});

beforeEach(() => {
  issuer.claims = { tenant_id: tenantId };
  issuer.withheld = [];
});

afterAll(async () => {
  await server.close();
  await issuer.close();
  rmSync(folder, { recursive: true });
});

async function call(
  method: string,
  path: string,
  body?: unknown,
  key = readFileSync(join(folder, "dev-api-key"), "utf8").trim(),
): Promise<Record<string, unknown>> {
  const answer = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

async function ask(): Promise<string> {
  const args = { url: "http://127.0.0.1:9/hook", body: {} };
  const { approval_id } = await call("POST", `/api/v1/tools/${TOOL}`, { arguments: args });
  return String(approval_id);
}

/** A browser that keeps the service's cookies. */
function browser() {
  const cookies = new Map<string, string>();
  return {
    cookies,
    async load(url: string | URL, form?: string) {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
      const answer = await fetch(url, {
        redirect: "manual",
        headers: { cookie, ...(form && { "content-type": "application/x-www-form-urlencoded" }) },
        ...(form && { method: "POST", body: form }),
      });
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ""] = line.split(";");
        const [name = "", value = ""] = [pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1)];
        if (value === "") cookies.delete(name);
        else cookies.set(name, value);
      }
      return { status: answer.status, location: answer.headers.get("location"), text: await answer.text() };
    },
  };
}

/** Goes to the issuer from an approval's page, and back to the service. */
async function goToIssuer(person: ReturnType<typeof browser>, id: string): Promise<URL> {
  const { text } = await person.load(`${server.url}/approve/${id}`);
  const link = /href="([^"]+\/approve\/sign-in[^"]+)"/.exec(text)?.[1] ?? expect.fail("no link");
  const { status, location } = await person.load(link.replaceAll("&amp;", "&"));
  expect(status).toBe(303);
  return issuer.signIn(new URL(location ?? ""));
}

test("a person signs in at the issuer, and decides about a call of somebody else", async () => {
  const id = await ask();
  const person = browser();
  const back = await goToIssuer(person, id);
  expect([back.origin, back.pathname]).toEqual([server.url, "/approve/sign-in"]);
  const signedIn = await person.load(back);
  expect([signedIn.status, signedIn.location]).toEqual([303, `${server.url}/approve/${id}`]);
  expect([...person.cookies.keys()]).toEqual(["plumbline_approver"]);
  expect((await person.load(`${server.url}/approve/${id}`)).text).toContain("Approve and send");
  const denied = await person.load(`${server.url}/approve/${id}`, "decision=deny");
  expect(denied.text).toContain("Denied: nothing was sent");
  expect(denied.text).toContain("oidc:ada");
  // A code and its state count once.
  expect((await person.load(back)).status).toBe(403);
});

test("a person signs in at the issuer to the console, and may do there what the token allows", async () => {
  const person = browser();
  const visit = async (secret = "none") => {
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { "x-plumbline-console": secret, cookie };
    const asked = async (path: string) => fetch(server.url + path, { headers });
    const { visit, issuer: host } = (await (await asked("/api/v1/visit")).json()) as Record<string, unknown>;
    return {
      visit,
      host,
      policy: (await asked("/api/v1/policy")).status,
      tools: (await asked("/api/v1/tools")).status,
    };
  };
  expect(await visit()).toMatchObject({ visit: null, host: new URL(issuer.url).host, tools: 401 });
  const { location } = await person.load(`${server.url}/approve/sign-in?console=1`);
  const back = await issuer.signIn(new URL(location ?? ""));
  const signedIn = await person.load(back);
  const [page, secret] = signedIn.location?.split("#/signed-in/") ?? [];
  expect([signedIn.status, page]).toEqual([303, `${server.url}/`]);
  expect((await visit()).visit, "the cookie alone").toBeNull();
  const { visit: made, policy, tools } = await visit(secret);
  expect(made).toMatchObject({ role: "tenant", key_id: "oidc:ada", tenant_id: tenantId });
  expect([(made as { scopes: string[] }).scopes, policy, tools]).toEqual([
    ["tools:call", "approvals:grant"],
    403,
    403,
  ]);
});

test("an approver who signs out is signed out with every copy of the cookie, and nobody else is", async () => {
  const url = `${server.url}/approve/${await ask()}`;
  const [person, other] = [browser(), browser()];
  for (const one of [person, other]) await one.load(await goToIssuer(one, url.split("/").at(-1) ?? ""));
  const copy = browser();
  for (const [name, value] of person.cookies) copy.cookies.set(name, value);
  expect((await copy.load(url)).text).toContain("Approve and send");
  await person.load(url, "sign_out=1");
  expect((await copy.load(url)).text).not.toContain("Approve and send");
  expect((await copy.load(url, "decision=approve")).text).toContain("Your sign-in has ended");
  expect((await other.load(url)).text).toContain("Approve and send");
});

test("a sign-in counts in the browser alone in which it began, and with its own state", async () => {
  const person = browser();
  const back = await goToIssuer(person, await ask());
  const other = browser();
  await goToIssuer(other, await ask());
  const refused = await other.load(back);
  expect([refused.status, refused.text]).toEqual([
    403,
    expect.stringContaining("was not started in this browser"),
  ]);
  const nobody = browser();
  expect((await nobody.load(back)).status).toBe(403);
  expect([...nobody.cookies.keys(), ...other.cookies.keys()]).toEqual([]);
  expect((await person.load(back)).status).toBe(303);
});

test.each([
  ["another tenant's claim", () => ({ tenant_id: randomUUID() }), [], "is not accepted here"],
  ["no tenant's claim", () => ({}), [], "is not accepted here"],
  [
    "no scope to approve",
    () => ({ tenant_id: tenantId }),
    ["approvals:grant"],
    "lacks the scope approvals:grant",
  ],
])("a person whose token has %s is not signed in", async (_what, claims, withheld, told) => {
  issuer.claims = claims();
  issuer.withheld = withheld;
  const person = browser();
  const refused = await person.load(await goToIssuer(person, await ask()));
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining(told)]);
  expect([...person.cookies.keys()]).toEqual([]);
});

test("whoever says no at the issuer is led back to the page", async () => {
  const id = await ask();
  const person = browser();
  const back = await goToIssuer(person, id);
  back.searchParams.delete("code");
  back.searchParams.set("error", "access_denied");
  const refused = await person.load(back);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining(`/approve/${id}"`)]);
});

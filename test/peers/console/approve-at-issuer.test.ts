import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type McpAuthorizationServer,
  startMcpAuthorizationServer,
} from "../../http/mcp-authorization-server.ts";
import { freePorts } from "../../support/free-ports.ts";
import { type ConsoleUnderTest, SCREENS, startConsoleUnderTest } from "./console-under-test.ts";

let issuer: McpAuthorizationServer;
let console: ConsoleUnderTest;

beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  const url = `http://127.0.0.1:${port}`;
  const clients = { approvers: `${url}/approve/sign-in` };
  issuer = await startMcpAuthorizationServer(url, { scopes: ["approvals:grant"], clients });
  const settings = {
    PORT: String(port),
    AUTH_ISSUER: issuer.url,
    AUTH_AUDIENCE: url,
    AUTH_CLIENT_ID: "approvers",
  };
  console = await startConsoleUnderTest({ settings });
  await call("PUT", "/api/v1/policy", { approval: { http_post_json: "always" } });
  const operator = (await readFile(join(console.service.dataDir, "operator-key"), "utf8")).trim();
  const { items } = await call("GET", "/api/v1/tenants", undefined, operator);
  issuer.claims = { tenant_id: (items as { tenant_id: string }[])[0]?.tenant_id };
});

afterAll(async () => {
  await console.close();
  await issuer.close();
});

async function call(
  method: string,
  path: string,
  body?: unknown,
  key = console.key,
): Promise<Record<string, unknown>> {
  const answer = await fetch(console.service.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

test.each(Object.entries(SCREENS))(
  "on a %s a person signs in at the issuer and decides",
  async (screen, viewport) => {
    const url = `http://127.0.0.1:${console.service.sandbox.webhook.port}/hooks/orders`;
    const waits = await call("POST", "/api/v1/tools/http_post_json", { arguments: { url, body: {} } });
    const { page, complaints, checkWhole, picture } = await console.open({ viewport });
    await page.goto(`${console.service.url}/approve/${waits.approval_id}`);
    await picture(`approve-${screen}-issuer`);
    await checkWhole();
    await page.getByRole("link", { name: "Sign in with 127.0.0.1" }).click();
    await page.getByRole("heading", { name: /^Approve “Post/ }).waitFor();
    // The way to the issuer and back is all that led elsewhere.
    expect(complaints.filter((one) => !one.startsWith(issuer.url))).toEqual([]);
    await page.getByRole("button", { name: "Deny" }).click();
    await page.getByRole("heading", { name: "Denied: nothing was sent" }).waitFor();
    await page.getByText("oidc:ada").waitFor();
  },
);

test("signs in at the issuer to the console, which then knows the person after a reload", async () => {
  const { page } = await console.open({ viewport: SCREENS.desktop });
  const stranger = `${console.service.url}/#/signed-in/${"A".repeat(43)}`;
  await page.goto(stranger);
  await page.getByLabel("API key").waitFor();
  expect(await page.evaluate("localStorage.length"), "a secret that a link brings").toBe(0);
  await page.getByRole("link", { name: "Sign in with 127.0.0.1" }).click();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
  expect(page.url()).not.toContain("signed-in");
  await page.reload();
  await page.getByRole("button", { name: "Sign out" }).waitFor();
});

import { expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { startConsoleUnderTest } from "./console-under-test.ts";

const console = startedForFile(startConsoleUnderTest);

async function ask(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${console.key}`, "content-type": "application/json" };
  const answer = await fetch(console.service.url + path, { method, headers, body: JSON.stringify(body) });
  return (await answer.json()) as Record<string, unknown>;
}

test("a policy that the service does not take is refused in its own words", async () => {
  const { page, checkWhole, picture } = await console.openSignedIn("#/keys");
  await page.getByLabel("Names of destinations").fill("no place");
  await page.getByRole("button", { name: "Save" }).click();
  const refused = await ask("PUT", "/api/v1/policy", { places: { "no place": "" } });
  expect(refused.detail).toEqual(expect.any(String));
  await page.getByRole("alert").getByText(String(refused.detail), { exact: true }).waitFor();
  await picture("policy-refused");
  await checkWhole();
});

test("a tool that the policy forbids meanwhile is refused in its own words", async () => {
  const { sandbox } = console.service;
  const { page, checkWhole, picture } = await console.openSignedIn("#/tools/feed_read");
  const url = `${sandbox.feeds.url}/rss.xml`;
  await page.getByLabel("url").fill(url);
  await ask("PUT", "/api/v1/policy", { allowed_tools: [] });
  try {
    await page.getByRole("button", { name: "Call" }).click();
    const refused = await ask("POST", "/api/v1/tools/feed_read", { arguments: { url } });
    const told = String(refused.detail ?? refused.refusal_reason);
    expect(told).toMatch(/policy|may not/);
    await page.getByRole("alert").getByText(told).first().waitFor();
    await picture("policy-tool-refused");
    await checkWhole();
  } finally {
    await ask("PUT", "/api/v1/policy", {});
  }
});

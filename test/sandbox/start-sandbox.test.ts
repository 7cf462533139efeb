import { startSandbox } from "@plumbline/sandbox";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { json, redirect } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { request } from "undici";
import { describe, expect, it } from "vitest";
import { startedForEach } from "../support/started.ts";

const sandbox = startedForEach(startSandbox);

describe("the sandbox", () => {
  it("answers under the URLs and keys it gives for the settings", async () => {
    const { settings } = sandbox;
    const answers = await Promise.all([
      request(`${settings.CHATAPP_BASE_URL}auth.test`, {
        headers: { authorization: `Bearer ${sampleBotToken}` },
      }),
      request(`${settings.SEARCH_A_BASE_URL}/web/search?q=lovelace`, {
        headers: { "x-subscription-token": settings.SEARCH_A_API_KEY },
      }),
      request(`${settings.SEARCH_B_BASE_URL}/search`, {
        method: "POST",
        headers: { authorization: `Bearer ${settings.SEARCH_B_API_KEY}` },
        body: '{"query":"lovelace"}',
      }),
      request(`${settings.SEARCH_C_INSTANCE_URL}/search?q=lovelace&format=json`),
      request(settings.SEARCH_D_BASE_URL, { method: "POST", body: "q=lovelace" }),
    ]);
    const bodies = await Promise.all(answers.map((answer) => answer.body.text()));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 200, 200]);
    expect(bodies[0]).toContain('"ok":true');
    for (const body of bodies.slice(1)) expect(body).toContain("Lovelace");
  });

  it("has a webhook receiver that takes anything, and redirects when scripted", async () => {
    const { webhook } = sandbox;
    const sent = await request(`${webhook.url}/hooks/1`, { method: "POST", body: '{"n":1}' });
    expect([sent.statusCode, await sent.body.json()]).toEqual([200, { ok: true }]);
    expect(webhook.requests.map((read) => read.json())).toEqual([{ n: 1 }]);
    webhook.script("", redirect("http://127.0.0.1:1/"));
    expect((await request(webhook.url)).headers.location).toBe("http://127.0.0.1:1/");
  });

  it("closes every server", async () => {
    await sandbox.close();
    const { chatapp, searchA, searchB, searchC, searchD, webhook } = sandbox;
    for (const server of [chatapp, searchA, searchB, searchC, searchD, webhook]) {
      await expect(request(server.url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    }
  });

  it("leaves nothing listening when one port is taken", async () => {
    const taken = await startScriptedServer({ name: "taken", handle: () => json({}) });
    const free = await startScriptedServer({ name: "free", handle: () => json({}) });
    await free.close();
    const ports = { chatapp: free.port, webhook: taken.port };
    await expect(startSandbox({ ports })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await expect(request(free.url)).rejects.toMatchObject({ code: "ECONNREFUSED" });
    await taken.close();
  });
});

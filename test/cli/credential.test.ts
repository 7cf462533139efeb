import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { addedCredential } from "./added-credential.ts";
import { printedJson } from "./fake-terminal.ts";
import { type LocalService, startLocalService } from "./local-service.ts";

let service: LocalService;

beforeAll(async () => {
  service = await startLocalService();
});
afterEach(() => service.sandbox.chatapp.clear());

afterAll(() => service.close());

describe("credential", () => {
  test("add takes the token from standard input and from nowhere else", async () => {
    const args = ["credential", "add", "--kind", "chatapp_bot", "--label", "from stdin"];
    const stored = await service.runWithInput(`${sampleBotToken}\n`, ...args);
    expect(stored.code).toBe(0);
    expect(stored.out).toMatch(/^stored [0-9a-f-]{36} \(chatapp_bot, "from stdin"\)\n$/);
    expect(stored.out + stored.err).not.toContain(sampleBotToken);

    const onTheLine = await service.run(...args, "--token", sampleBotToken);
    expect(onTheLine.code).toBe(2);
    const without = await service.run(...args);
    expect(without.code).toBe(2);
    expect(without.err).toContain("standard input");
    expect((await service.runWithInput(" \n", ...args)).code).toBe(2);
  });

  test("add takes scope, metadata and expiry", async () => {
    const args = ["--label", "hooks", "--scope", "post", "--expires-at", "2999-01-01T00:00:00Z"];
    const metadata = '{"allowed_hosts":["hooks.example.com"]}';
    const made = await service.runWithInput(
      "a-key",
      ...["credential", "add", "--kind", "generic_api_key", "--metadata", metadata, "--json"],
      ...args,
    );
    expect(printedJson(made)).toMatchObject({ scope: "post", metadata: JSON.parse(metadata) });
    for (const wrong of ["{", "[]", "1"]) {
      const refused = await service.runWithInput(
        "t",
        "credential",
        "add",
        "--kind",
        "crm",
        "--label",
        "x",
        "--metadata",
        wrong,
      );
      expect(refused.code).toBe(2);
      expect(refused.err).toContain("--metadata");
    }
  });

  test("update replaces what is given and leaves the rest", async () => {
    const id = await addedCredential(service, "outdated", "xoxb-of-nobody");
    expect((await service.run("credential", "test", id)).code).toBe(1);
    const update = ["credential", "update", id];
    const token = await service.runWithInput(`${sampleBotToken}\n`, ...update, "--token-stdin");
    expect(token).toEqual({ code: 0, out: `updated ${id} (chatapp_bot, "outdated")\n`, err: "" });
    expect((await service.run("credential", "test", id)).code).toBe(0);
    const expiring = ["--label", "updated", "--expires-at", "2999-01-01T00:00:00Z", "--json"];
    expect(printedJson(await service.run(...update, ...expiring))).toMatchObject({
      label: "updated",
      expires_at: "2999-01-01T00:00:00.000Z",
    });
    expect(
      printedJson(await service.run(...update, "--expires-at", "never", "--scope", "post", "--json")),
    ).toMatchObject({
      label: "updated",
      scope: "post",
      expires_at: null,
    });
    const metadata = ["--metadata", '{"allowed_hosts":["hooks.example.com"]}'];
    const refused = await service.run(...update, ...metadata);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("400 bad_request")]);
    const nothing = await service.run(...update);
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining("Say what is to change")]);
  });

  test("list, test and revoke", async () => {
    const id = await addedCredential(service, "whole life");
    const kind = ["--kind", "chatapp_bot"];
    expect((await service.run("credential", "list", ...kind)).out).toMatch(
      new RegExp(`^${id} +chatapp_bot +active +never used +whole life$`, "m"),
    );
    expect(printedJson(await service.run("credential", "list", "--kind", "crm", "--json")).items).toEqual([]);
    expect(await service.run("credential", "test", id)).toEqual({
      code: 0,
      out: "works: plumbline @ Sandbox\n",
      err: "",
    });
    expect(printedJson(await service.run("credential", "test", id, "--json"))).toMatchObject({ ok: true });
    expect((await service.run("credential", "revoke", id)).out).toMatch(new RegExp(`^revoked ${id} at `));
    service.sandbox.chatapp.workspace.tokens.set(sampleBotToken, {
      kind: "bot",
      userId: "U0BOT",
      scopes: ["chat:write"],
    });
    const refused = await service.run("credential", "test", id);
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/^refused \(authentication\): /);
    expect((await service.run("credential", "revoke", id, "--json")).code).toBe(0);
  });
});

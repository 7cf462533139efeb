import { chatappUnavailable } from "@plumbline/sandbox/chatapp/failures.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { text } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { addedCredential } from "./added-credential.ts";
import { printedJson } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

const service = startedForFile(startLocalService);
afterEach(() => service.sandbox.chatapp.clear());

describe("credential", () => {
  test("add takes the token from standard input and from nowhere else", async () => {
    const args = ["credential", "add", "--kind", "chatapp_bot", "--label", "from stdin"];
    const stored = await service.runWithInput(`${sampleBotToken}\n`, ...args);
    expect(stored.code).toBe(0);
    expect(stored.out).toMatch(
      /^stored [0-9a-f-]{36} \(chatapp_bot, "from stdin"\)\nusable for chatapp_dm, chatapp_post_channel\nworks: plumbline @ Sandbox\n$/,
    );
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
    const metadata = '{"allowed_hosts":["https://hooks.example.com"]}';
    const made = await service.runWithInput(
      "a-key",
      ...["credential", "add", "--kind", "generic_api_key", "--metadata", metadata, "--json"],
      ...args,
    );
    expect(made.code).toBe(0);
    expect(printedJson(made)).toMatchObject({
      scope: "post",
      metadata: JSON.parse(metadata),
      usable_for: ["http_post_json"],
      test: { ok: false, no_test: true },
    });
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
    expect(token).toEqual({
      code: 0,
      out: `updated ${id} (chatapp_bot, "outdated")\nworks: plumbline @ Sandbox\n`,
      err: "",
    });
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
    expect([nothing.code, nothing.err]).toEqual([2, expect.stringContaining("Give at least one of --label")]);
  });

  const add = (label: string, token: string, ...more: string[]) =>
    service.runWithInput(
      `${token}\n`,
      ...["credential", "add", "--kind", "chatapp_bot", "--label", label],
      ...more,
    );

  test("add tells of a token that the provider refuses, and how to mend it", async () => {
    const stored = await add("refused", "xoxb-of-nobody");
    const id = /^stored (\S+)/.exec(stored.out)?.[1];
    expect(stored.code).toBe(1);
    expect(stored.err).toMatch(/^refused \(authentication\): .+\n/);
    expect(stored.err).toContain("It is stored anyway.");
    expect(stored.err).toContain(`npx --no plumbline credential update ${id} --token-stdin < token.txt`);
    expect(stored.err).toContain(`npx --no plumbline credential revoke ${id}`);
    const update = await service.runWithInput(
      "xoxb-still-of-nobody",
      "credential",
      "update",
      `${id}`,
      "--token-stdin",
    );
    expect([update.code, update.err]).toEqual([1, expect.stringContaining("refused (authentication)")]);
    const json = await add("refused in JSON", "xoxb-of-nobody", "--json");
    expect(json.code).toBe(1);
    expect(printedJson(json)).toMatchObject({
      label: "refused in JSON",
      test: { ok: false, error_code: "authentication", refusal_reason: expect.any(String) },
    });
  });

  test("add, update and test say how to mend what is wrong beside the token", async () => {
    const { port } = service.sandbox.webhook;
    const metadata = { smtp_host: "127.0.0.1", smtp_port: port, smtp_ssl: true, username: "ada@example.com" };
    const given = ["--metadata", JSON.stringify(metadata)];
    const next = /^next: Set metadata\.smtp_ssl to false /m;
    const added = ["credential", "add", "--kind", "generic_api_key", "--label", "wrong port", ...given];
    const updated = ["credential", "update", "wrong port", "--token-stdin", ...given];
    for (const args of [added, updated]) {
      const stored = await service.runWithInput("some-password", ...args);
      expect([stored.code, stored.err]).toEqual([1, expect.stringContaining("refused (validation): ")]);
      expect(stored.err).toMatch(next);
      expect(stored.err).toMatch(
        /^Correct its metadata \(give all fields\): npx --no plumbline credential update \S+ --metadata /m,
      );
      expect(stored.err).not.toContain("Replace the token");
    }
    const tested = await service.run("credential", "test", "wrong port");
    expect(tested).toEqual({ code: 1, out: "", err: expect.stringMatching(next) });
    const json = printedJson(await service.run("credential", "test", "wrong port", "--json"));
    expect(json.next_step).toMatch(/^Set metadata\.smtp_ssl to false /);
  });

  test("add and update print in JSON the credential as its test left it", async () => {
    const added = printedJson(await add("status after the test", "xoxb-of-nobody", "--json"));
    const isRefused = { status: "needs_reconnect", last_error: { error_code: "authentication" } };
    expect(added).toMatchObject({ ...isRefused, test: { ok: false } });
    const update = ["credential", "update", String(added.id), "--token-stdin", "--json"];
    expect(printedJson(await service.runWithInput("xoxb-still-of-nobody", ...update))).toMatchObject(
      isRefused,
    );
    expect(printedJson(await service.runWithInput(sampleBotToken, ...update))).toMatchObject({
      status: "active",
      last_error: null,
      account: "plumbline @ Sandbox",
      test: { ok: true },
    });
  });

  test("add says that a token is stored and not tested while the provider is down", async () => {
    service.sandbox.chatapp.scriptAlways("", chatappUnavailable());
    const stored = await add("while down", sampleBotToken);
    expect(stored.code).toBe(0);
    expect(stored.out).toMatch(/^stored .+\nusable for .+\n$/);
    expect(stored.err).toMatch(/^not tested \(transient\): /);
    expect(stored.err).toMatch(/It is stored but not tested\..+npx --no plumbline credential test \S+/);
    const json = await add("while down, in JSON", sampleBotToken, "--json");
    expect([json.code, printedJson(json).test]).toEqual([
      0,
      expect.objectContaining({ error_code: "transient" }),
    ]);
  });

  test("add and update ask nobody with --no-test, or without a new token", async () => {
    const asked = service.sandbox.chatapp.requests.length;
    const stored = await add("untested", "xoxb-of-nobody", "--no-test");
    expect([stored.code, stored.out]).toEqual([0, expect.stringMatching(/^stored .+\nusable for .+\n$/)]);
    const json = printedJson(await add("untested JSON", "xoxb-of-nobody", "--no-test", "--json"));
    expect(json.test).toBeNull();
    const update = ["credential", "update", "untested"];
    expect((await service.runWithInput("xoxb-x", ...update, "--token-stdin", "--no-test")).code).toBe(0);
    expect((await service.run(...update, "--scope", "post")).code).toBe(0);
    expect(service.sandbox.chatapp.requests).toHaveLength(asked);
  });

  test("add warns of a credential that no tool can use, and list does too", async () => {
    const args = ["credential", "add", "--kind", "mail_oauth_b", "--label", "no user", "--no-test"];
    const stored = await service.runWithInput("token", ...args);
    expect(stored.out).toMatch(/^stored .+\n$/);
    expect(stored.err).toContain(
      "warning: No tool can use this credential: email_send needs metadata.username",
    );
    const listed = await service.run("credential", "list", "--label", "NO user");
    expect(listed.out).toContain("    warning: No tool can use this credential");
  });

  test("a label is as good as an id, in any letter case", async () => {
    await add("Front Desk", sampleBotToken);
    expect((await service.run("credential", "test", "front desk")).out).toBe("works: plumbline @ Sandbox\n");
    const renamed = await service.run("credential", "update", "FRONT DESK", "--label", "Back Desk");
    expect(renamed.out).toMatch(/^updated \S+ \(chatapp_bot, "Back Desk"\)\n$/);
    const listed = printedJson(await service.run("credential", "list", "--label", "back desk", "--json"));
    expect(listed.items).toMatchObject([{ label: "Back Desk" }]);

    const crm = ["credential", "add", "--kind", "crm", "--label", "back desk", "--no-test"];
    await service.runWithInput("pat-token", ...crm);
    const several = await service.run("credential", "test", "back desk");
    expect(several.code).toBe(2);
    expect(several.err).toContain('Several credentials have the label "back desk"');
    expect(several.err).toMatch(/\n {2}\S{36} {2}chatapp_bot {2}Back Desk\n/);
    expect(several.err).toMatch(/\n {2}\S{36} {2}crm {2}back desk\n/);
    expect((await service.run("credential", "revoke", "back desk", "--kind", "crm")).code).toBe(0);
    expect((await service.run("credential", "test", "back desk")).code).toBe(0);

    const unknown = await service.run("credential", "revoke", "nobody's");
    expect([unknown.code, unknown.err]).toEqual([
      1,
      expect.stringContaining('has the label or account name "nobody\'s"'),
    ]);
    expect((await service.run("credential", "list", "--label", "nobody's")).err).toBe(
      "No credential matches.\n",
    );
  });

  test("list, test and revoke", async () => {
    const id = await addedCredential(service, "whole life");
    const kind = ["--kind", "chatapp_bot"];
    expect((await service.run("credential", "list", ...kind)).out).toMatch(
      new RegExp(`^${id} +chatapp_bot +active +never tested +never used +whole life$`, "m"),
    );
    expect(printedJson(await service.run("credential", "list", "--kind", "tracker", "--json")).items).toEqual(
      [],
    );
    expect(await service.run("credential", "test", id)).toEqual({
      code: 0,
      out: "works: plumbline @ Sandbox\n",
      err: "",
    });
    expect(printedJson(await service.run("credential", "test", id, "--json"))).toMatchObject({ ok: true });
    expect((await service.run("credential", "list", ...kind)).out).toContain("  works (tested just now)  ");
    service.sandbox.chatapp.script("", text("", 401));
    expect((await service.run("credential", "test", id)).err).toMatch(
      /^refused \(authentication\): .*\nfailing since \d{4}-\d\d-\d\d \d\d:\d\d UTC\n/,
    );
    expect((await service.run("credential", "list", ...kind)).out).toContain("  failing since 20");
    expect((await service.run("credential", "revoke", id)).out).toMatch(new RegExp(`^revoked ${id} at `));
    service.sandbox.chatapp.workspace.tokens.set(sampleBotToken, {
      kind: "bot",
      userId: "U0BOT",
      scopes: ["chat:write"],
    });
    const refused = await service.run("credential", "test", id);
    expect(refused.code).toBe(1);
    expect(refused.err).toMatch(/^refused \(authentication\): /);
    expect((await service.run("credential", "revoke", id, "--json")).code).toBe(0);
  });
});

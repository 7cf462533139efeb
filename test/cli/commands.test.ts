import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Dialogue } from "@plumbline/cli/dialogue.ts";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { html } from "@plumbline/sandbox/server/reply.ts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Run } from "./fake-terminal.ts";
import { type LocalService, startLocalService } from "./local-service.ts";

let service: LocalService;

beforeAll(async () => {
  service = await startLocalService();
});

afterEach(() => {
  const { chatapp, searchA, searchB, searchC, searchD } = service.sandbox;
  for (const server of [chatapp, searchA, searchB, searchC, searchD]) server.clear();
});

afterAll(() => service.close());

/** Standard output as JSON, which stands there alone. */
function json({ out }: Run): Record<string, unknown> {
  return JSON.parse(out);
}

async function newTenant(name: string): Promise<{ tenantId: string; apiKey: string }> {
  const made = json(await service.run("tenant", "create", name, "--json"));
  return { tenantId: String(made.tenant_id), apiKey: String(made.api_key) };
}

async function addCredential(label: string, token = sampleBotToken): Promise<string> {
  const args = ["credential", "add", "--kind", "chatapp_bot", "--label", label, "--json"];
  return String(json(await service.runWithInput(`${token}\n`, ...args)).id);
}

describe("tenant", () => {
  test("create shows the key once, list shows the tenant without it", async () => {
    const made = await service.run("tenant", "create", "Acme");
    expect(made.code).toBe(0);
    const [, id = ""] = /^tenant +(\S+)$/m.exec(made.out) ?? [];
    const [, key = ""] = /^key +(plk_\S{43})$/m.exec(made.out) ?? [];
    expect([id, key]).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^plk_/)]);
    expect(made.err).toContain("not shown again");
    const listed = await service.run("tenant", "list");
    expect(listed).toMatchObject({ code: 0, err: "" });
    expect(listed.out).toMatch(new RegExp(`^${id} +\\S+ +Acme$`, "m"));
    expect(listed.out).not.toContain("plk_");
  });

  test("list goes on behind a cursor", async () => {
    for (let index = 0; index < 51; index++) await newTenant(`tenant ${index}`);
    const first = await service.run("tenant", "list");
    const [, cursor = ""] = /--cursor (\S+)/.exec(first.err) ?? [];
    const second = await service.run("tenant", "list", "--cursor", cursor, "--json");
    const { items, next_cursor } = json(second);
    expect(next_cursor).toBeNull();
    const ids = Array.isArray(items) ? items.map(({ tenant_id }) => tenant_id) : [];
    expect(ids.length).toBeGreaterThan(0);
    for (const id of ids) expect(first.out).not.toContain(id);
  });
});

describe("tenant delete", () => {
  /** Someone who types this, and what was asked. */
  function person(typed: string | undefined) {
    const asked: string[] = [];
    const dialogue: Dialogue = {
      async ask(prompt) {
        asked.push(prompt);
        return typed;
      },
      interruptible: (task) => task(new AbortController().signal),
    };
    return { asked, dialogue };
  }

  const listed = async () => (await service.run("tenant", "list")).out;

  test("erases with --yes, without asking", async () => {
    const { tenantId, apiKey } = await newTenant("Erased at once");
    const { asked, dialogue } = person(undefined);
    const args = ["tenant", "delete", tenantId, "--yes"];
    expect(await service.runAt({ dialogue }, ...args)).toEqual({
      code: 0,
      out: `deleted ${tenantId}\n`,
      err: "",
    });
    expect(asked).toEqual([]);
    expect(await listed()).not.toContain(tenantId);
    const after = await service.runAt({ environment: { PLUMBLINE_API_KEY: apiKey } }, "tool", "list");
    expect([after.code, after.err]).toEqual([1, expect.stringContaining("401 unauthenticated")]);
  });

  test("says what is erased, and erases when its id is typed", async () => {
    const { tenantId } = await newTenant("Erased when asked");
    for (const typed of [undefined, "", "y", "Erased when asked"]) {
      const kept = await service.runAt(person(typed), "tenant", "delete", tenantId);
      expect([kept.code, kept.out]).toEqual([2, ""]);
      expect(kept.err).toMatch(/its credentials .+\nplumbline: That is not its id: nothing was erased\.\n$/);
    }
    expect(await listed()).toContain(tenantId);
    expect(await service.runAt(person(` ${tenantId}`), "tenant", "delete", tenantId)).toMatchObject({
      code: 0,
      out: `deleted ${tenantId}\n`,
    });
    expect(await listed()).not.toContain(tenantId);
  });

  test("erases nothing where nobody can be asked", async () => {
    const { tenantId } = await newTenant("Kept");
    const kept = await service.run("tenant", "delete", tenantId);
    expect([kept.code, kept.out, kept.err]).toEqual([2, "", expect.stringContaining("--yes")]);
    expect(await listed()).toContain(tenantId);
  });
});

describe("key", () => {
  test("create, list, revoke", async () => {
    const { tenantId, apiKey } = await newTenant("Keys");
    const made = await service.run("key", "create", tenantId, "ci", "--scopes", "tools:read, research");
    expect(made.code).toBe(0);
    const [, keyId = ""] = /^key id +(\S+)$/m.exec(made.out) ?? [];
    expect(made.out).toMatch(/^key +plk_\S{43}$/m);

    const listed = json(await service.run("key", "list", tenantId, "--json"));
    expect(listed.items).toContainEqual(
      expect.objectContaining({ key_id: keyId, scopes: ["tools:read", "research"], revoked_at: null }),
    );
    expect((await service.run("key", "list", tenantId)).out).toMatch(
      new RegExp(`^${keyId} +active +never used +ci$`, "m"),
    );

    expect((await service.run("key", "revoke", tenantId, keyId)).out).toMatch(
      new RegExp(`^revoked ${keyId} at `),
    );
    const after = await service.run("key", "list", tenantId);
    expect(after.out).toMatch(new RegExp(`^${keyId} +revoked `, "m"));
    expect(after.out).not.toContain(apiKey);
  });

  test("create with an expiry", async () => {
    const { tenantId } = await newTenant("Expiring");
    const args = ["key", "create", tenantId, "ci", "--expires-at", "2999-01-01T00:00:00Z", "--json"];
    expect(json(await service.run(...args)).expires_at).toBe("2999-01-01T00:00:00.000Z");
  });

  test("of a tenant that is not there is a failed call", async () => {
    const { code, out, err } = await service.run("key", "list", "00000000-0000-4000-8000-000000000000");
    expect([code, out]).toEqual([1, ""]);
    expect(err).toMatch(/^plumbline: There is no such tenant\. \(404 not_found\)\n$/);
  });
});

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
    expect(json(made)).toMatchObject({ scope: "post", metadata: JSON.parse(metadata) });
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
    const id = await addCredential("outdated", "xoxb-of-nobody");
    expect((await service.run("credential", "test", id)).code).toBe(1);
    const update = ["credential", "update", id];
    const token = await service.runWithInput(`${sampleBotToken}\n`, ...update, "--token-stdin");
    expect(token).toEqual({ code: 0, out: `updated ${id} (chatapp_bot, "outdated")\n`, err: "" });
    expect((await service.run("credential", "test", id)).code).toBe(0);
    const expiring = ["--label", "updated", "--expires-at", "2999-01-01T00:00:00Z", "--json"];
    expect(json(await service.run(...update, ...expiring))).toMatchObject({
      label: "updated",
      expires_at: "2999-01-01T00:00:00.000Z",
    });
    expect(
      json(await service.run(...update, "--expires-at", "never", "--scope", "post", "--json")),
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
    const id = await addCredential("whole life");
    const kind = ["--kind", "chatapp_bot"];
    expect((await service.run("credential", "list", ...kind)).out).toMatch(
      new RegExp(`^${id} +chatapp_bot +active +never used +whole life$`, "m"),
    );
    expect(json(await service.run("credential", "list", "--kind", "crm", "--json")).items).toEqual([]);
    expect(await service.run("credential", "test", id)).toEqual({
      code: 0,
      out: "works: plumbline @ Sandbox\n",
      err: "",
    });
    expect(json(await service.run("credential", "test", id, "--json"))).toMatchObject({ ok: true });
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

test("a list that has more says how to go on, whatever it lists", async () => {
  const { tenantId } = await newTenant("Many");
  for (let index = 0; index < 51; index++) {
    await service.run("key", "create", tenantId, `key ${index}`);
    const args = ["credential", "add", "--kind", "notes", "--label", `notes ${index}`];
    await service.runWithInput("t", ...args);
  }
  for (const list of [
    ["key", "list", tenantId],
    ["credential", "list", "--kind", "notes"],
  ]) {
    const first = await service.run(...list);
    const [, cursor = ""] = /^More: --cursor (\S+)\n$/.exec(first.err) ?? [];
    const second = await service.run(...list, "--cursor", cursor);
    expect(second).toMatchObject({ code: 0, err: "" });
    const rows = [first, second].flatMap(({ out }) => out.trim().split("\n").slice(1));
    expect(new Set(rows).size).toBe(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(51);
  }
});

describe("tool", () => {
  test("list as a table and as a provider takes it", async () => {
    const table = await service.run("tool", "list");
    expect(table.code).toBe(0);
    expect(table.out).toMatch(/^chatapp_dm +write {2}chatapp_bot or chatapp_user\n {4}\S.*\.$/m);
    expect(table.out).toMatch(/^grounded_research +read {3}no credential\n {4}\S/m);
    expect(table.out).toMatch(/^http_post_json +write {2}generic_api_key \(optional\)$/m);
    const openai = json(await service.run("tool", "list", "--format", "openai"));
    expect(openai.items).toContainEqual(expect.objectContaining({ type: "function" }));
    const unknown = await service.run("tool", "list", "--format", "gemini");
    expect([unknown.code, unknown.out]).toEqual([2, ""]);
    expect(unknown.err).toContain("Allowed choices are openai, anthropic, bedrock, mcp.");
  });

  test("call prints the result alone, from an argument or from standard input", async () => {
    const credential_id = await addCredential("caller");
    const args = JSON.stringify({ credential_id, channel: "C0GENERAL", text: "Hello" });
    const called = await service.run("tool", "call", "chatapp_post_channel", args);
    expect(called.code).toBe(0);
    expect(json(called)).toMatchObject({ id: expect.any(String) });
    expect(called.err).toMatch(/^chatapp_post_channel: 1 attempt, \d+ ms\n$/);
    const piped = await service.runWithInput(args, "tool", "call", "chatapp_post_channel", "-", "--json");
    expect(json(piped)).toMatchObject({ ok: true, tool: "chatapp_post_channel" });
    expect(json(await service.run("tool", "call", "connections_list"))).toBeTypeOf("object");
  });

  test("call shows with --preview what it would send, and sends nothing", async () => {
    const credential_id = await addCredential("previewer");
    service.sandbox.chatapp.clear();
    const args = JSON.stringify({ credential_id, channel: "C0GENERAL", text: "Hello" });
    const previewed = await service.run("tool", "call", "chatapp_post_channel", args, "--preview");
    expect(previewed.code).toBe(0);
    expect(json(previewed).requests).toEqual([
      expect.objectContaining({ method: "POST", body: { channel: "C0GENERAL", text: "Hello" } }),
    ]);
    expect(previewed.out).not.toContain(sampleBotToken);
    expect(previewed.err).toBe("chatapp_post_channel: a preview, nothing was sent\n");
    expect(service.sandbox.chatapp.requests).toEqual([]);
  });

  test("call happens once with an --idempotency-key", async () => {
    const credential_id = await addCredential("once");
    const call = (text: string) => {
      const args = JSON.stringify({ credential_id, channel: "C0GENERAL", text });
      return service.run("tool", "call", "chatapp_post_channel", args, "--idempotency-key", "key 1");
    };
    const refused = await call("Hello");
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("visible ASCII")]);
    const keyed = (text: string) => {
      const args = JSON.stringify({ credential_id, channel: "C0GENERAL", text });
      return service.run("tool", "call", "chatapp_post_channel", args, "--idempotency-key", "key-1");
    };
    const first = await keyed("Hello");
    const again = await keyed("Hello");
    expect([again.code, again.out]).toEqual([0, first.out]);
    expect(again.err).toContain("the result of an earlier call with this key");
    const other = await keyed("Hello, world");
    expect([other.code, other.out]).toEqual([1, ""]);
    expect(other.err).toMatch(/\(409 conflict\)\n$/);
  });

  test("call of research that finds several people lists them", async () => {
    const refused = await service.run(
      "tool",
      "call",
      "grounded_research",
      '{"query":"Who is Steve McQueen?"}',
    );
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/^ {2}1\. Steve McQueen/m);
  });

  test("call tells a refusal and what to do next", async () => {
    const refused = await service.run(
      "tool",
      "call",
      "http_post_json",
      '{"url":"http://127.0.0.1/","body":{}}',
    );
    expect(refused.code).toBe(1);
    expect(refused.out).toMatch(/^refused \(validation\): /);
    const args = ["tool", "call", "chatapp_dm", '{"to":"U0ADA","txt":"typo"}'];
    expect((await service.run(...args)).out).toMatch(/^next: /m);
    const asJson = await service.run(...args, "--json");
    expect(asJson.code).toBe(1);
    expect(json(asJson)).toMatchObject({ ok: false, error_code: "validation" });
  });

  test("call of an unknown tool is a failed call, of bad JSON a usage error", async () => {
    expect((await service.run("tool", "call", "nothing", "{}")).code).toBe(1);
    for (const text of ["{", "[]", "-"])
      expect((await service.run("tool", "call", "connections_list", text)).code).toBe(2);
  });
});

describe("research", () => {
  test("prints quotes with their sources, and progress on standard error", async () => {
    const { code, out, err } = await service.run("research", "Who was Ada Lovelace?");
    expect(code).toBe(0);
    expect(out).toMatch(/^ {2}“.+” \[1\]$/m);
    expect(out).toMatch(/^Sources\n {2}\[1\] .+ — \S+, read \d{4}-\d\d-\d\d\n {6}https?:\S+\n/m);
    expect(err).toBe("searching…\n");
  });

  test("--json prints the outcome alone", async () => {
    const asked = await service.run("research", "Who was Ada Lovelace?", "--json");
    expect(json(asked)).toMatchObject({ ok: true, query: "Who was Ada Lovelace?" });
  });

  test("names what to type next when several people are meant, and that works", async () => {
    const { out } = await service.run("research", "Who is Steve McQueen?");
    const [, query = "", context = ""] = /^ {2}plumbline research '(.+)' --context '(.+)'$/m.exec(out) ?? [];
    expect((await service.run("research", query, "--context", context)).code).toBe(0);
  });

  test("researches whatever it is asked", async () => {
    const { code } = await service.run("research", "Write a limerick about a teapot.", "--json");
    expect(code).toBe(1);
  });

  test("refusals end with 1, with the list of who may be meant", async () => {
    const unknown = await service.run("research", "Who is Zorblax Quimby?");
    expect([unknown.code, unknown.out]).toEqual([
      1,
      expect.stringMatching(/^refused \(research_insufficient_evidence\)\n/),
    ]);
    const shared = await service.run("research", "Who is Steve McQueen?");
    expect(shared.code).toBe(1);
    expect(shared.out).toMatch(
      /^refused \(research_ambiguous_name\)\n.+\n( {2}\d\. .+ — \S+\n {5}https?:\S+\n){2,}next: .+\n {2}plumbline .+\n$/,
    );
    const told = await service.run(
      "research",
      "Who is Steve McQueen?",
      "--context",
      "the British film director",
    );
    expect(told.code).toBe(0);
  });
});

describe("chat", () => {
  test("prints the answer alone on standard output", async () => {
    const { code, out, err } = await service.run("chat", "Who was Ada Lovelace?");
    expect(code).toBe(0);
    expect(out).toContain("Lovelace");
    expect(err).toBe('→ grounded_research query="Who was Ada Lovelace?"\n← grounded_research ok, 0.0 s\n');
  });

  test("--json prints a chunk a line", async () => {
    const { code, out } = await service.run("chat", "Who was Ada Lovelace?", "--json");
    const types = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).type);
    expect(code).toBe(0);
    expect([types[0], types.at(-1)]).toEqual(["start", "done"]);
  });

  test("ends with 1 on a refusal, a failed backend and a prompt only a model can answer", async () => {
    const refused = await service.run("chat", "Who is Zorblax Quimby?");
    expect([refused.code, refused.err]).toEqual([
      1,
      '→ grounded_research query="Who is Zorblax Quimby?"\n' +
        "← grounded_research research_insufficient_evidence, 0.0 s\n",
    ]);
    const { searchA, searchB, searchC, searchD } = service.sandbox;
    for (const server of [searchA, searchB, searchC, searchD]) server.scriptAlways("", html("down", 502));
    expect((await service.run("chat", "Who was Ada Lovelace?")).code).toBe(1);
    const ungrounded = await service.run("chat", "Write a limerick about a teapot.");
    expect([ungrounded.code, ungrounded.out]).toEqual([1, ""]);
    expect(ungrounded.err).toMatch(
      /^plumbline: .*\(503 model_not_configured\)\n {2}Set MODEL_PROVIDER .*\n$/,
    );
  });
});

test("the data folder's keys are the ones used", async () => {
  const [tenantKey, operatorKey] = await Promise.all(
    ["dev-api-key", "operator-key"].map((name) => readFile(join(service.dataDir, name), "utf8")),
  );
  expect([tenantKey, operatorKey]).toEqual([expect.stringMatching(/^plk_/), expect.stringMatching(/^plo_/)]);
  expect((await service.run("tool", "list")).code).toBe(0);
  expect((await service.run("tenant", "list")).code).toBe(0);
});

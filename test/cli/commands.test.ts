import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { htmlPage, resetAfterReading } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, describe, expect, test } from "vitest";
import { startedForFile } from "../support/started.ts";
import { addedCredential } from "./added-credential.ts";
import { printedJson } from "./fake-terminal.ts";
import { startLocalService } from "./local-service.ts";

const service = startedForFile(startLocalService);

afterEach(() => {
  const { chatapp, searchA, searchB, searchC, searchD } = service.sandbox;
  for (const server of [chatapp, searchA, searchB, searchC, searchD]) server.clear();
});

/** In a conversation that has read nothing, whatever other tests have read with the key. */
const CALL = ["tool", "call", "--conversation", "c-1", "chatapp_post_channel"];

describe("tool", () => {
  test("list as a table and as a provider takes it", async () => {
    const table = await service.run("tool", "list");
    expect(table.code).toBe(0);
    expect(table.out).toMatch(/^chatapp_dm +write {2}chatapp_bot or chatapp_user\n {4}\S.*\.$/m);
    expect(table.out).toMatch(/^grounded_research +read {3}no credential\n {4}\S/m);
    expect(table.out).toMatch(/^http_post_json +write {2}generic_api_key \(optional\)$/m);
    const openai = printedJson(await service.run("tool", "list", "--format", "openai"));
    expect(openai.items).toContainEqual(expect.objectContaining({ type: "function" }));
    const unknown = await service.run("tool", "list", "--format", "gemini");
    expect([unknown.code, unknown.out]).toEqual([2, ""]);
    expect(unknown.err).toContain("Allowed choices are openai, anthropic, bedrock, mcp.");
  });

  test("show tells what a tool takes, which connection it needs, and a call to start from", async () => {
    const { code, out } = await service.run("tool", "show", "chatapp_dm");
    expect(code).toBe(0);
    expect(out).toMatch(/^effect +write: repeating it may duplicate the effect/m);
    expect(out).toMatch(/^connection +needs one of:\n +chatapp_bot, chat app \(Slack\)\n/m);
    expect(out).toMatch(/^NAME +REQUIRED +TYPE\nto +yes +string\n {4}User id/m);
    expect(out).toMatch(/^allow_mentions +no +boolean\n/m);
    expect(out).toContain("    A number from 1 to 120.\n    Default: 30.\n");
    expect(out).toContain(
      `npx --no plumbline tool call chatapp_dm '{"to":"ada@example.com","text":"The engine is ready."}'\n`,
    );
    const contacts = await service.run("tool", "show", "crm_upsert_contact");
    expect(contacts.out).toMatch(/^contacts +yes +list of object \(email, properties\?\)$/m);
    expect(contacts.out).toContain(`'{"contacts":[{"email":"ada@example.com","properties":{`);
    expect((await service.run("tool", "show", "rss_subscribe")).out).toMatch(/^connection +none$/m);
    expect(printedJson(await service.run("tool", "show", "social_post__network", "--json"))).toMatchObject({
      name: "social_post:network",
      input_schema: { type: "object" },
    });
    const unknown = await service.run("tool", "show", "chatapp");
    expect([unknown.code, unknown.out]).toEqual([1, ""]);
    expect(unknown.err).toContain("Did you mean chatapp_dm or chatapp_post_channel?");
  });

  test("call prints the result alone, from an argument or from standard input", async () => {
    const credential_id = await addedCredential(service, "caller");
    const args = JSON.stringify({ credential_id, channel: "C0GENERAL", text: "Hello" });
    const called = await service.run(...CALL, args);
    expect(called.code).toBe(0);
    expect(printedJson(called)).toMatchObject({ id: expect.any(String) });
    expect(called.err).toMatch(
      /^account: ".+" \(chatapp_bot, [\da-f-]{36}\)\nchatapp_post_channel: 1 attempt, \d+ ms\n$/,
    );
    const piped = await service.runWithInput(args, ...CALL, "-", "--json");
    expect(printedJson(piped)).toMatchObject({ ok: true, tool: "chatapp_post_channel" });
    expect(printedJson(await service.run("tool", "call", "connections_list"))).toBeTypeOf("object");
  });

  test("call says once that a write may have taken effect", async () => {
    const credential_id = await addedCredential(service, "left in doubt");
    service.sandbox.chatapp.scriptAlways("", resetAfterReading());
    const args = JSON.stringify({ credential_id, channel: "C0GENERAL", text: "Hello" });
    const { code, err } = await service.run(...CALL, args);
    expect([code, err.match(/may have taken effect/g)]).toEqual([1, ["may have taken effect"]]);
    expect(err).toMatch(/\nnext: It may have taken effect: check at the provider /);
  });

  test("call shows with --preview what it would send, and sends nothing", async () => {
    const credential_id = await addedCredential(service, "previewer");
    service.sandbox.chatapp.clear();
    const args = JSON.stringify({ credential_id, channel: "C0GENERAL", text: "Hello" });
    const previewed = await service.run(...CALL, args, "--preview");
    expect(previewed.code).toBe(0);
    expect(printedJson(previewed).requests).toEqual([
      expect.objectContaining({ method: "POST", body: { channel: "C0GENERAL", text: "Hello" } }),
    ]);
    expect(previewed.out).not.toContain(sampleBotToken);
    expect(previewed.err).toBe(
      `account: "previewer" (chatapp_bot, ${credential_id})\nchatapp_post_channel: preview; nothing was sent\n`,
    );
    expect(service.sandbox.chatapp.requests).toEqual([]);
  });

  test("call takes the account by its label", async () => {
    const id = await addedCredential(service, "by label");
    const args = JSON.stringify({ channel: "C0GENERAL", text: "Hello" });
    const call = CALL;
    const called = await service.run(...call, args, "--credential", "By Label");
    expect([called.code, called.err]).toEqual([0, expect.stringContaining(`(chatapp_bot, ${id})`)]);
    const both = await service.run(...call, JSON.stringify({ credential_id: id }), "--credential", "x");
    expect([both.code, both.err]).toEqual([2, expect.stringContaining("not both")]);
    const unknown = await service.run(...call, args, "--credential", "nobody's");
    expect([unknown.code, unknown.out]).toEqual([1, ""]);
  });

  test("call happens once with an --idempotency-key", async () => {
    const credential_id = await addedCredential(service, "once");
    const call = (text: string) => {
      const args = JSON.stringify({ credential_id, channel: "C0GENERAL", text });
      return service.run(...CALL, args, "--idempotency-key", "key 1");
    };
    const refused = await call("Hello");
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("visible ASCII")]);
    const keyed = (text: string) => {
      const args = JSON.stringify({ credential_id, channel: "C0GENERAL", text });
      return service.run(...CALL, args, "--idempotency-key", "key-1");
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
    expect([refused.code, refused.out]).toEqual([1, ""]);
    expect(refused.err).toMatch(/^ {2}1\. Steve McQueen/m);
  });

  test("call tells a refusal and what to do next", async () => {
    const refused = await service.run(
      "tool",
      "call",
      "http_post_json",
      '{"url":"http://127.0.0.1/","body":{}}',
    );
    expect([refused.code, refused.out]).toEqual([1, ""]);
    expect(refused.err).toMatch(/^refused \(validation\): /);
    const args = ["tool", "call", "chatapp_dm", '{"to":"U0ADA","txt":"typo"}'];
    expect((await service.run(...args)).err).toMatch(/^next: /m);
    const asJson = await service.run(...args, "--json");
    expect(asJson.code).toBe(1);
    expect(printedJson(asJson)).toMatchObject({ ok: false, error_code: "validation" });
  });

  test("call without the required arguments prints what the tool takes and an example", async () => {
    const shown = await service.run("tool", "show", "chatapp_dm");
    const use = shown.out.slice(shown.out.indexOf("\nArguments\n"));
    expect(use).toMatch(/\nto +yes +string\n[\s\S]+\nExample\n/);
    const bare = await service.run("tool", "call", "chatapp_dm");
    expect([bare.code, bare.out]).toEqual([1, ""]);
    expect(bare.err).toMatch(/^refused \(validation\): .+ is required/);
    expect(bare.err.endsWith(use)).toBe(true);
    expect(printedJson(await service.run("tool", "call", "chatapp_dm", "--json"))).toMatchObject({
      ok: false,
    });
    expect((await service.run("tool", "call", "chatapp_dm", "{}")).err).not.toContain("\nArguments\n");
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
    expect(out).toMatch(/^Sources.*\n {2}\[1\] .+ — \S+, read \d{4}-\d\d-\d\d\n {6}https?:\S+\n/m);
    expect(err).toBe("searching…\n");
  });

  test("--json prints the outcome alone", async () => {
    const asked = await service.run("research", "Who was Ada Lovelace?", "--json");
    expect(printedJson(asked)).toMatchObject({ ok: true, query: "Who was Ada Lovelace?" });
  });

  test("names what to type next when several people are meant, and that works", async () => {
    const { err } = await service.run("research", "Who is Steve McQueen?");
    const [, query = "", context = ""] =
      /^ {2}npx --no plumbline research '(.+)' --context '(.+)'$/m.exec(err) ?? [];
    expect((await service.run("research", query, "--context", context)).code).toBe(0);
  });

  test("researches whatever it is asked", async () => {
    const { code } = await service.run("research", "Write a limerick about a teapot.", "--json");
    expect(code).toBe(1);
  });

  test("refusals end with 1, with the list of who may be meant", async () => {
    const unknown = await service.run("research", "Who is Zorblax Quimby?");
    expect(unknown).toEqual({
      code: 1,
      out: "",
      err: expect.stringMatching(/^refused \(research_insufficient_evidence\)\n/m),
    });
    const shared = await service.run("research", "Who is Steve McQueen?");
    expect([shared.code, shared.out]).toEqual([1, ""]);
    expect(shared.err).toMatch(
      /^searching…\nrefused \(research_ambiguous_name\)\n.+\n( {2}\d\. .+ — \S+\n {5}https?:\S+\n){2,}next: .+\n {2}npx --no plumbline .+\n$/,
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
    for (const server of [searchA, searchB, searchC, searchD]) server.scriptAlways("", htmlPage("down", 502));
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

import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import { Secret } from "@plumbline/core/access/secret.ts";
import { Deadline } from "@plumbline/core/clock/clock.ts";
import { createErrorFromStatus } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import { type Idempotency, type Reach, type Tool, ToolRefusal } from "@plumbline/core/tool/tool.ts";
import { json, resetAfterReading, text } from "@plumbline/sandbox/server/reply.ts";
import { startWebhook } from "@plumbline/sandbox/webhook/webhook.ts";
import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { startServiceUnderTest } from "../../support/service-under-test.ts";
import { startedForEach } from "../../support/started.ts";

let caller: TenantCaller;

const provider = startedForEach(startWebhook);
const under = startedForEach(startServiceUnderTest);

beforeEach(async () => {
  caller = (await under.createTenant("first")).caller;
});

/** A tool that does what a test wants; its own parts agree. */
function tool(part: {
  idempotency?: Idempotency;
  reach?: Reach;
  run: (context: Parameters<Tool["run"]>[1]) => Promise<Record<string, unknown>>;
}): Tool {
  const { idempotency = "none", reach = { to: "provider", baseUrls: [provider.url] } } = part;
  return defineTool({
    name: "ledger_enter",
    description: "Enters a line into the ledger. Not for reading the ledger.",
    input: z.object({}),
    output: z.looseObject({}),
    credential: { use: "none" },
    effect: idempotency === "read" ? "read" : "write",
    idempotency,
    reach,
    reads: "own",
    destinations: () => [],
    run: (_input, context) => part.run(context),
  });
}

/** A tool that posts once to the provider with its idempotency key, and throws what the status means. */
const posting = (idempotency: Idempotency) =>
  tool({
    idempotency,
    async run({ http, idempotencyKey: body }) {
      const url = new URL("/lines", provider.url);
      const effect = idempotency === "read" ? "read" : "write";
      const { ok, status } = await http.send({ method: "POST", url, body, effect });
      if (!ok) throw createErrorFromStatus(status, `The provider responded with ${status}.`);
      return { status };
    },
  });

const run = (some: Tool) => under.service.dispatcher.run(caller, some, {});

describe("an answer that was lost", () => {
  test.each<Idempotency>(["key", "upsert", "read"])(
    "by %s the call is repeated with the same key",
    async (by) => {
      provider.script("", resetAfterReading());
      expect(await run(posting(by))).toMatchObject({ ok: true, attempts: 2 });
      const keys = provider.requests.map((request) => request.text);
      expect(keys).toEqual([keys[0], keys[0]]);
    },
  );

  test("by nothing it is not", async () => {
    provider.script("", resetAfterReading());
    expect(await run(posting("none"))).toMatchObject({ ok: false, outcome_unknown: true, attempts: 1 });
    expect(provider.requests).toHaveLength(1);
  });

  test("an outcome unknown once stays unknown, whatever the later attempts said", async () => {
    provider.script("", resetAfterReading(), json({}, 500), text("", 400));
    expect(await run(posting("key"))).toMatchObject({
      ok: false,
      error_code: "validation",
      outcome_unknown: true,
      attempts: 3,
    });
  });

  test.each<[Idempotency, boolean]>([
    ["key", true],
    ["none", true],
    ["upsert", false],
    ["read", false],
  ])("after provider failures alone a write by %s is unknown: %s", async (by, isUnknown) => {
    provider.scriptAlways("", json({}, 500));
    const result = await run(posting(by));
    expect(result).toMatchObject({ ok: false, error_code: "transient", attempts: 3 });
    expect("outcome_unknown" in result).toBe(isUnknown);
  });

  test("of a read nothing is unknown", async () => {
    provider.scriptAlways("", resetAfterReading());
    const result = await run(posting("read"));
    expect(result).toMatchObject({ ok: false, error_code: "transient", attempts: 3 });
    expect(result).not.toHaveProperty("outcome_unknown");
  });
});

describe("where a tool may go", () => {
  test.each<[what: string, reach: Reach]>([
    ["another origin than its own", { to: "provider", baseUrls: ["https://ledger.example"] }],
    ["anywhere, when it reaches nowhere", { to: "nowhere" }],
    ["anywhere, when it searches through its backends", { to: "search" }],
  ])("not to %s", async (_what, reach) => {
    const straying = tool({
      idempotency: "read",
      reach,
      async run({ http }) {
        await http.send({ method: "GET", url: new URL(provider.url), effect: "read" });
        return {};
      },
    });
    expect(await run(straying)).toMatchObject({ ok: false, error_code: "validation", attempts: 1 });
    expect(provider.requests).toEqual([]);
  });
});

describe("what a tool throws", () => {
  test("a reasoned no is its answer, with its whole result, and not tried again", async () => {
    const refusing = tool({
      run: () => {
        throw new ToolRefusal({
          errorCode: "research_ambiguous_name",
          refusalReason: "Two people bear this name.",
          nextStep: "Say which.",
          result: { candidates: ["one", "other"] },
        });
      },
    });
    expect(await run(refusing)).toEqual({
      ok: false,
      tool: "ledger_enter",
      refusal_reason: "Two people bear this name.",
      error_code: "research_ambiguous_name",
      next_step: "Say which.",
      result: { candidates: ["one", "other"] },
      attempts: 0,
      elapsed_ms: 0,
    });
    expect(under.logged).toMatchObject([
      { level: "info", error_code: "research_ambiguous_name", attempts: 0 },
    ]);
  });

  test("a reasoned no does not bring a secret of the call out", async () => {
    const key = "Zx9-nothing-like-a-token/47112";
    const refusing = tool({
      run: async ({ conceal }) => {
        conceal(new Secret(key));
        const encoded = Buffer.from(key).toString("base64");
        throw new ToolRefusal({
          errorCode: "research_ambiguous_name",
          refusalReason: `No with ${key}.`,
          nextStep: `Not ${encoded}`,
          result: { [key]: [encoded] },
        });
      },
    });
    expect(await run(refusing)).toMatchObject({
      refusal_reason: "No with [redacted].",
      next_step: "Not [redacted]",
      result: { "[redacted]": ["[redacted]"] },
    });
  });

  test("an error nobody foresaw is thrown on as it is, once, after its line was logged", async () => {
    const bug = new TypeError("x is not a function");
    const failing = run(tool({ run: () => Promise.reject(bug) }));
    await expect(failing).rejects.toBe(bug);
    expect(under.logged).toMatchObject([{ level: "error", error_code: "internal", attempts: 0 }]);
    expect(under.clock.waits).toEqual([]);
  });
});

test("an action knows whose call it is and how much time is left", async () => {
  const telling = tool({
    run: async ({ tenantId, deadline, credential }) => ({
      tenantId,
      left: deadline.remainingMs(),
      credential: typeof credential,
    }),
  });
  expect(
    await under.service.dispatcher.run(caller, telling, {}, { deadline: Deadline.in(7_000, under.clock) }),
  ).toMatchObject({
    result: { tenantId: caller.tenantId, left: 7_000, credential: "undefined" },
  });
});

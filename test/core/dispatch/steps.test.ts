import { Secret } from "@plumbline/core/access/secret.ts";
import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { ActionContext, Reach, Tool } from "@plumbline/core/tool/tool.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";
import { startWebhook } from "@plumbline/sandbox/webhook/webhook.ts";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { startAdapterUnderTest } from "../../adapters/adapter-under-test.ts";
import { startedForEach } from "../../support/started.ts";

const server = startedForEach(startWebhook);
const under = startedForEach(() => startAdapterUnderTest({ egressAllow: `127.0.0.1:${server.port}` }));

/** A tool of several steps that does what a test wants. */
function tool(
  run: (context: ActionContext) => Promise<Record<string, unknown>>,
  reach?: Partial<Reach>,
): Tool {
  return defineTool({
    name: "ledger_enter",
    description: "Enters a line into the ledger. Not for reading the ledger.",
    input: z.object({ sources: z.array(z.string()).optional() }),
    output: z.looseObject({}),
    credential: { use: "none" },
    effect: "write",
    idempotency: "none",
    reach: { to: "provider", baseUrls: ["http://ledger.invalid"], ...reach } as Reach,
    reads: "own",
    destinations: () => [],
    // It stands for a tool that reached its provider.
    run: (_input, context) => {
      context.noteReach();
      return run(context);
    },
  });
}

const run = (some: Tool) => under.service.dispatcher.run(under.caller, some, {});

describe("a step done once", () => {
  test("is not repeated when a later step fails and the call is tried again", async () => {
    const done: string[] = [];
    let failures = 2;
    const result = await run(
      tool(async ({ once }) => {
        const page = await once("page", async () => {
          done.push("page");
          return { id: `page-${done.length}` };
        });
        const block = await once("block", async () => {
          done.push("block");
          if (failures-- > 0) throw new AdapterTransientError("The ledger is busy.");
          return "block-1";
        });
        return { page: page.id, block };
      }),
    );
    expect(result).toMatchObject({ ok: true, attempts: 3, result: { page: "page-1", block: "block-1" } });
    expect(done).toEqual(["page", "block", "block", "block"]);
  });

  test("is done anew by the next call", async () => {
    let done = 0;
    const counting = tool(async ({ once }) => ({ count: await once("count", async () => ++done) }));
    expect(await run(counting)).toMatchObject({ result: { count: 1 } });
    expect(await run(counting)).toMatchObject({ result: { count: 2 } });
  });

  test("may resolve to nothing and is done all the same", async () => {
    let done = 0;
    let failures = 1;
    await run(
      tool(async ({ once }) => {
        await once("nothing", async () => {
          done += 1;
        });
        if (failures-- > 0) throw new AdapterTransientError("The ledger is busy.");
        return {};
      }),
    );
    expect(done).toBe(1);
  });
});

describe("a failure after a part was carried out", () => {
  const pageThenBusy = (done: string[]) =>
    tool(async ({ once }) => {
      await once("page", async () => done.push("page"));
      throw new AdapterTransientError("The ledger is busy.", {
        partlyDone: true,
        nextStep: "Go on by hand.",
      });
    });

  test("is tried again from where it stopped, and given up as an outcome that must be looked at", async () => {
    const done: string[] = [];
    const result = await run(pageThenBusy(done));
    expect(result).toMatchObject({
      ok: false,
      error_code: "transient",
      outcome_unknown: true,
      next_step: "Go on by hand.",
      attempts: 3,
    });
    expect(done).toEqual(["page"]);
  });
});

describe("a part of a token that is concealed", () => {
  test("is in no result", async () => {
    const result = await run(
      tool(async ({ conceal }) => {
        conceal(new Secret("part-of-a-token"));
        return { echoed: "signed with part-of-a-token" };
      }),
    );
    expect(result).toMatchObject({ ok: true, result: { echoed: "signed with [redacted]" } });
  });

  test("is in no refusal and no log line", async () => {
    const result = await run(
      tool(async ({ conceal }) => {
        conceal(new Secret("part-of-a-token"));
        throw new AdapterValidationError("The signature part-of-a-token is wrong.", {
          providerCode: "part-of-a-token",
        });
      }),
    );
    expect(result).toMatchObject({ refusal_reason: "The signature [redacted] is wrong." });
    expect(JSON.stringify(under.logged)).not.toContain("part-of-a-token");
  });
});

describe("a URL a tool fetches beside its provider", () => {
  const fetching = (url: string, reach?: Partial<Reach>) =>
    tool(async ({ guarded }) => {
      const answer = await guarded.send({ method: "GET", url: new URL(url), effect: "read" });
      return { status: answer.status };
    }, reach);

  test("goes through the guard", async () => {
    server.scriptAlways("", json({}, 200));
    expect(await run(fetching(server.url, { fetches: "sources" }))).toMatchObject({
      result: { status: 200 },
    });
    const elsewhere = await run(fetching("http://127.0.0.1:1/", { fetches: "sources" }));
    expect(elsewhere).toMatchObject({ ok: false, error_code: "validation", attempts: 1 });
  });

  test("is refused of a tool that does not declare it", async () => {
    expect(await run(fetching(server.url))).toMatchObject({
      ok: false,
      error_code: "validation",
      refusal_reason: "This tool may not make requests itself.",
    });
    expect(server.requests).toEqual([]);
  });

  test("is never the provider's, whatever `http` may reach", async () => {
    const result = await run(
      tool(
        async ({ http }) => {
          await http.send({ method: "GET", url: new URL(server.url), effect: "read" });
          return {};
        },
        { fetches: "sources" },
      ),
    );
    expect(result).toMatchObject({ ok: false, error_code: "validation" });
    expect(server.requests).toEqual([]);
  });
});

import { credentialKinds as kinds } from "@plumbline/adapters/credential-kinds.ts";
import { CredentialResolver } from "@plumbline/core/credentials/resolver.ts";
import { DataKeys } from "@plumbline/core/credentials/vault/data-keys.ts";
import { Vault } from "@plumbline/core/credentials/vault/vault.ts";
import { CredentialNotes } from "@plumbline/core/dispatch/attempts.ts";
import { Dispatcher } from "@plumbline/core/dispatch/dispatcher.ts";
import { openEgress } from "@plumbline/core/egress/egress.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import { createLogger } from "@plumbline/core/log/logger.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { ActionContext, PreviewAnswer, Reach } from "@plumbline/core/tool/tool.ts";
import { groupTools, ToolRegistry } from "@plumbline/core/tool/tool-registry.ts";
import { afterEach, describe, expect, test } from "vitest";
import * as z from "zod";
import { CredentialSeals } from "../../../../packages/core/credentials/credential-seals.ts";
import { RecordStates } from "../../../../packages/core/records/record-states.ts";
import { MemoryRecordStore } from "../../../support/memory-record-store.ts";
import { seededRandom } from "../../../support/seeded-random.ts";
import { startServiceUnderTest } from "../../../support/service-under-test.ts";
import { startedForEach } from "../../../support/started.ts";
import { tenantCaller } from "../../../support/tenant-caller.ts";
import { wrappingKeyService } from "../../../support/wrapping-key-service.ts";
import { shownRequests } from "./preview-under-test.ts";

const LEDGER = "https://ledger.example.com";

const under = startedForEach(startServiceUnderTest);
let closeEgress: () => Promise<void>;

afterEach(async () => {
  await closeEgress();
});

interface Part {
  reach?: Reach;
  run(context: ActionContext<undefined>): Promise<unknown>;
  previewAnswer?(index: number): PreviewAnswer | undefined;
}

/** Previews a tool that does what a test wants. */
function preview({ reach = { to: "provider", baseUrls: [LEDGER] }, run, previewAnswer }: Part) {
  const tool = defineTool({
    name: "ledger_enter",
    description: "Enters a line into the ledger. Not for reading the ledger.",
    input: z.object({}),
    output: z.unknown(),
    credential: { use: "none" },
    effect: "write",
    idempotency: "none",
    reach,
    reads: "own",
    destinations: () => [],
    run: (_input, context) => run(context),
    previewAnswer: (_request, index) => previewAnswer?.(index),
  });
  const { clock, credentialStore } = under;
  const random = seededRandom("made-up tool");
  const records = new MemoryRecordStore();
  const vault = new Vault(
    new DataKeys({ records, keys: wrappingKeyService(random), clock, stage: "test" }),
    random,
  );
  const states = new RecordStates({ records, macs: vault, clock });
  const seals = new CredentialSeals(vault, states);
  const logger = createLogger((line) => under.logged.push(JSON.parse(line)), clock, "debug");
  const egress = openEgress({ clock, allow: parseEgressAllow("") });
  closeEgress = () => egress.close();
  const dispatcher = new Dispatcher({
    registry: new ToolRegistry([groupTools([tool])], kinds),
    resolver: new CredentialResolver({ store: credentialStore, seals, clock, kinds }),
    notes: new CredentialNotes(credentialStore, clock, logger),
    egress,
    clock,
    random,
    logger,
  });
  return dispatcher.preview(tenantCaller("t"), "ledger_enter", {});
}

const post = (
  { http }: Pick<ActionContext, "http">,
  body?: string | Buffer,
  headers: Record<string, string> = {},
  path = "/lines",
) =>
  http.send({
    method: "POST",
    url: new URL(path, LEDGER),
    headers,
    effect: "write",
    ...(body === undefined ? {} : { body }),
  });

describe("a body is shown", () => {
  test.each<[what: string, body: string | Buffer | undefined, type: string, shown: unknown]>([
    ["as JSON", '{"a":[1,null]}', "application/json; charset=utf-8", { a: [1, null] }],
    ["as JSON that is null", "null", "application/json", null],
    ["as the fields of a form", "a=b%20c&d=", "application/x-www-form-urlencoded", { a: "b c", d: "" }],
    ["as text of another type", "<a/>", "application/xml", "<a/>"],
    ["by its size, when it is bytes", Buffer.from("äb"), "image/png", { bytes: 3, media_type: "image/png" }],
  ])("%s", async (_what, body, type, shown) => {
    const [request] = shownRequests(
      await preview({ run: (context) => post(context, body, { "Content-Type": type }) }),
    );
    expect(request).toMatchObject({ headers: { "content-type": type }, body: shown });
  });

  test("only where there is one", async () => {
    const [request] = shownRequests(await preview({ run: (context) => post(context) }));
    expect(request).not.toHaveProperty("body");
  });
});

describe("the end", () => {
  test("comes with the first request where nothing is foretold, and the tool cannot go on by itself", async () => {
    let second = false;
    const result = await preview({
      async run(context) {
        await post(context).catch(() => undefined);
        await post(context).catch(() => undefined);
        second = true;
      },
    });
    expect(shownRequests(result)).toHaveLength(1);
    expect(second).toBe(true);
  });

  test("comes after 25 requests, however many are foretold", async () => {
    const result = await preview({
      async run(context) {
        for (;;) await post(context);
      },
      previewAnswer: () => ({ body: {} }),
    });
    expect(shownRequests(result)).toHaveLength(25);
  });

  test("comes where a tool stumbles over a placeholder", async () => {
    const result = await preview({
      async run(context) {
        await post(context);
        throw new AdapterValidationError("The ledger answered nonsense.");
      },
      previewAnswer: () => ({ body: {} }),
    });
    expect(shownRequests(result)).toHaveLength(1);
  });

  test("is an error where the tool has one of its own, whatever it had sent", async () => {
    const broken = preview({
      async run(context) {
        await post(context);
        throw new TypeError("a bug");
      },
      previewAnswer: () => ({ body: {} }),
    });
    await expect(broken).rejects.toThrow("a bug");
    expect(under.logged).toMatchObject([{ level: "error", event: "tool_preview", error_name: "TypeError" }]);
  });
});

describe("what is foretold", () => {
  test("reaches the tool with its status and headers", async () => {
    let seen: unknown;
    await preview({
      async run(context) {
        const { status, headers, ok } = await post(context);
        seen = { status, headers, ok };
      },
      previewAnswer: () => ({ status: 404, headers: { "x-id": "7" }, body: "none" }),
    });
    expect(seen).toEqual({ status: 404, headers: { "x-id": "7" }, ok: false });
  });

  test("is replaced by its placeholder where it is a whole value or a part of a path, and nowhere else", async () => {
    const json = { "content-type": "application/json" };
    const [first, ...later] = shownRequests(
      await preview({
        async run(context) {
          await post(context, '{"id":"4711"}', json);
          await post(
            context,
            '{"id":"4711","n":4711,"text":"about 4711","4711":[47]}',
            json,
            "/lines/4711?of=4711&x=47110",
          );
          await post(context, "id=4711&x=1", { "content-type": "application/x-www-form-urlencoded" });
        },
        previewAnswer: (index) => ({
          body: {},
          ...(index === 0 ? { standIns: { 4711: "<id of the line>" } } : {}),
        }),
      }),
    );
    expect(first?.body).toEqual({ id: "4711" });
    expect(later).toMatchObject([
      {
        url: `${LEDGER}/lines/<id of the line>?of=<id of the line>&x=47110`,
        body: { id: "<id of the line>", n: "<id of the line>", text: "about 4711", 4711: [47] },
      },
      { body: { id: "<id of the line>", x: "1" } },
    ]);
  });

  test("takes no time", async () => {
    shownRequests(await preview({ run: ({ clock }) => clock.wait(60_000) }));
    expect(under.clock.waits).toEqual([]);
  });
});

test("a request to an undeclared host is the refusal that a call meets", async () => {
  const run = ({ http }: Pick<ActionContext, "http">) =>
    http.send({ method: "GET", url: new URL("https://elsewhere.example.com"), effect: "read" });
  expect(await preview({ run })).toMatchObject({
    ok: false,
    error_code: "validation",
    refusal_reason: "This tool may not send requests to elsewhere.example.com.",
  });
});

test.each<Reach>([{ to: "mail" }, { to: "search" }])(
  "a tool that goes its own way to the network ($to) and does not tell what it sends is not run",
  async (reach) => {
    let ran = false;
    const run = async () => {
      ran = true;
    };
    await expect(preview({ reach, run })).rejects.toThrow("The tool ledger_enter does not support previews.");
    expect(ran).toBe(false);
  },
);

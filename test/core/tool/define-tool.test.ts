import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import { expect, test } from "vitest";
import * as z from "zod";
import { definition } from "./definition.ts";

test("a definition whose parts agree is a tool, its arguments completed and strict", () => {
  const tool = defineTool(definition());
  expect(tool.name).toBe("notes_find");
  expect(Object.keys(tool.input.shape).sort()).toEqual(["credential_id", "query", "timeout_seconds"]);
  expect(tool.input.safeParse({ query: "q", timeout_seconds: 5 }).success).toBe(true);
  expect(tool.input.safeParse({ query: "q", qeury: "q" }).success).toBe(false);
});

test("a write that does not say where it goes is refused", () => {
  const { destinations: _left, ...silent } = definition();
  const write = { ...silent, effect: "write", idempotency: "none" } as const;
  expect(() => defineTool(write)).toThrow("a tool that writes must declare its destinations");
});

test("a tool without a credential has no credential_id", () => {
  const tool = defineTool({ ...definition(), credential: { use: "none" } });
  expect(Object.keys(tool.input.shape)).not.toContain("credential_id");
});

const CONTRADICTIONS: [what: string, part: Partial<ReturnType<typeof definition>>, problem: string][] = [
  ["a name in capitals", { name: "Notes_Find" }, "the name must be lowercase words"],
  ["a name of two colons", { name: "a:b:c" }, "the name must be lowercase words"],
  ["a name that begins with a digit", { name: "2notes" }, "the name must be lowercase words"],
  ["a title of small letters", { title: "find notes" }, "the title must be a few words"],
  ["a read that adds", { additive: true }, "a tool that reads cannot be additive"],
  ["a description no model can use", { description: `finds notes${" ".repeat(60)}` }, "too short"],
  ["a read that says it writes", { effect: "write" }, "a tool that reads must have the idempotency `read`"],
  [
    "a write that says it reads",
    { idempotency: "key" },
    "a tool that reads must have the idempotency `read`",
  ],
  [
    "a needed credential of no kind",
    { credential: { use: "required", kinds: [] } },
    "it uses a credential but has no kinds",
  ],
  [
    "an optional credential of no kind",
    { credential: { use: "optional", kinds: [] } },
    "it uses a credential but has no kinds",
  ],
  [
    "metadata of a kind that the tool does not use",
    { credential: { use: "required", kinds: ["notes"], metadata: { network: ["urn"] } } },
    "it lists metadata of the kind network, which it does not use",
  ],
  [
    "metadata that is needed and excluded",
    {
      credential: {
        use: "required",
        kinds: ["network"],
        metadata: { network: ["urn"] },
        excludedMetadata: { network: ["urn"] },
      },
    },
    "it needs and excludes metadata.urn of the kind network",
  ],
  [
    "a defaulted credential on its way to a host the caller chose",
    { reach: { to: "caller_chosen", argument: "query" } },
    "a required credential may not go to a host the caller chose",
  ],
  [
    "a provider without a base URL",
    { reach: { to: "provider", baseUrls: [] } },
    "it reaches a provider but has no base URL",
  ],
  [
    "a destination in an argument there is not",
    { credential: { use: "none" }, reach: { to: "caller_chosen", argument: "url" } },
    "the argument that chooses its destination does not exist",
  ],
  [
    "URLs to fetch in an argument there is not",
    { reach: { to: "provider", baseUrls: ["https://notes.example"], fetches: "media" } },
    "the argument whose URLs it fetches does not exist",
  ],
  [
    "a credential_id of its own",
    { input: z.object({ credential_id: z.string() }) },
    "the argument credential_id is added by defineTool",
  ],
  [
    "a time-out of its own",
    { input: z.object({ timeout_seconds: z.int() }) },
    "the argument timeout_seconds is added by defineTool",
  ],
  ...["token", "bearer_token", "password", "client_secret", "api_key"].map(
    (argument): (typeof CONTRADICTIONS)[number] => [
      `a plain argument called ${argument}`,
      { input: z.object({ [argument]: z.string().optional() }) },
      `the argument ${argument} must be created by createSecretArgument`,
    ],
  ),
];

test.each(CONTRADICTIONS)("%s is refused when it is defined", (_what, contradiction, problem) => {
  expect(() => defineTool({ ...definition(), ...contradiction })).toThrow(problem);
});

test("every contradiction of a definition is reported at once", () => {
  const define = () => defineTool({ ...definition(), name: "X", description: "short", effect: "write" });
  expect(define).toThrow(/^Tool X: the name must .*; the description is .*; a tool that reads .*\.$/);
});

test("an action receives the arguments that it declares, without those that are added", async () => {
  const received: unknown[] = [];
  const tool = defineTool({
    ...definition(),
    run: async (input) => {
      received.push(input);
      return { found: 0 };
    },
    preview: async (input) => {
      received.push(input);
      return [];
    },
    previewAnswer: (_request, _index, input) => {
      received.push(input);
      return undefined;
    },
  });
  const parsed = tool.input.parse({ query: "q", timeout_seconds: 5, credential_id: crypto.randomUUID() });
  const context = {} as ActionContext;
  await tool.run(parsed, context);
  await tool.preview?.(parsed, context);
  tool.previewAnswer?.({ method: "GET", url: new URL("https://notes.example"), effect: "read" }, 0, parsed);
  expect(received).toEqual([{ query: "q" }, { query: "q" }, { query: "q" }]);
});

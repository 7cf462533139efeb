import { type CredentialFit, CredentialKinds } from "@plumbline/core/credentials/kinds.ts";
import { defineTool, ToolRegistry, toModelName } from "@plumbline/core/tool/define-tool.ts";
import type { CredentialNeed, Tool } from "@plumbline/core/tool/tool.ts";
import { expect, test } from "vitest";
import * as z from "zod";
import { definition } from "./definition.ts";

const kinds = new CredentialKinds([
  { kind: "notes", metadata: z.strictObject({}) },
  { kind: "network", metadata: z.strictObject({ urn: z.string() }) },
]);
const registryOf = (tools: readonly Tool[]) => new ToolRegistry(tools, kinds);
const tool = (name: string) => defineTool({ ...definition(), name });

test("both spellings of a name find the tool", () => {
  const post = tool("social_post:microblog");
  const registry = registryOf([tool("notes_find"), post]);
  expect(registry.get("social_post:microblog")).toBe(post);
  expect(registry.get("social_post__microblog")).toBe(post);
  expect(toModelName(post.name)).toBe("social_post__microblog");
});

test.each(["social_post", "Notes_find", "notes_find ", "", "constructor", "__proto__"])(
  "nothing answers to %o",
  (name) => {
    expect(registryOf([tool("notes_find"), tool("social_post:microblog")]).get(name)).toBeUndefined();
  },
);

test("tools are listed in the order they were registered", () => {
  const names = ["notes_find", "crm_find", "chatapp_find"];
  expect(
    registryOf(names.map(tool))
      .list()
      .map(({ name }) => name),
  ).toEqual(names);
});

test.each([
  ["notes_find", "notes_find"],
  ["social:post", "social__post"],
  ["social__post", "social:post"],
])("%s and %s would answer to the same name", (first, second) => {
  expect(() => registryOf([tool(first), tool(second)])).toThrow(`Two tools are called ${second}.`);
});

test.each<[string, CredentialFit, string]>([
  ["a kind there is not", { kinds: ["gopher"] }, "there is no kind of credential called gopher"],
  [
    "metadata that no credential of the kind has",
    { kinds: ["network"], metadata: { network: ["username"] } },
    "a credential of the kind network has no metadata.username",
  ],
  [
    "excluded metadata that no credential of the kind has",
    { kinds: ["network"], excludedMetadata: { network: ["smtp_host"] } },
    "a credential of the kind network has no metadata.smtp_host",
  ],
])("a tool that names %s is refused", (_what, fit, problem) => {
  const credential: CredentialNeed = { use: "required", ...fit };
  const wrong = { ...tool("notes_find"), credential };
  expect(() => registryOf([wrong])).toThrow(`Tool notes_find: ${problem}.`);
});

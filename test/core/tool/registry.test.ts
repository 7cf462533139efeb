import { type CredentialFit, CredentialKinds } from "@plumbline/core/credentials/kinds.ts";
import { defineTool, toModelName } from "@plumbline/core/tool/define-tool.ts";
import type { CredentialNeed, Tool } from "@plumbline/core/tool/tool.ts";
import { groupTools, ToolRegistry } from "@plumbline/core/tool/tool-registry.ts";
import { expect, test, vi } from "vitest";
import * as z from "zod";
import { definition } from "./definition.ts";

const kinds = new CredentialKinds([
  { kind: "notes", metadata: () => z.strictObject({}) },
  { kind: "network", metadata: () => z.strictObject({ urn: z.string() }) },
]);
const registryOf = (tools: readonly Tool[]) => new ToolRegistry([groupTools(tools)], kinds);
const tool = (name: string) => defineTool({ ...definition(), name });

test("both spellings of a name find the tool", async () => {
  const post = tool("social_post:microblog");
  const registry = registryOf([tool("notes_find"), post]);
  expect(await registry.get("social_post:microblog")).toBe(post);
  expect(await registry.get("social_post__microblog")).toBe(post);
  expect(toModelName(post.name)).toBe("social_post__microblog");
});

test.each(["social_post", "Notes_find", "notes_find ", "", "constructor", "__proto__"])(
  "nothing answers to %o",
  async (name) => {
    const registry = registryOf([tool("notes_find"), tool("social_post:microblog")]);
    expect([registry.has(name), await registry.get(name)]).toEqual([false, undefined]);
  },
);

test("tools are listed in the order they were registered", async () => {
  const names = ["notes_find", "crm_find", "chatapp_find"];
  expect((await registryOf(names.map(tool)).list()).map(({ name }) => name)).toEqual(names);
});

/** Groups of one tool each, and the names of those that were loaded. */
function watchedGroups(names: readonly string[]) {
  const loaded: string[] = [];
  const groups = names.map((name) => ({
    names: [name],
    load: async () => {
      loaded.push(name);
      return [tool(name)];
    },
  }));
  return { groups, loaded };
}

test("a group is loaded when one of its tools is first needed, and only once", async () => {
  const { groups, loaded } = watchedGroups(["notes_find", "crm_find"]);
  const registry = new ToolRegistry(groups, kinds);
  expect(registry.has("crm_find")).toBe(true);
  expect(loaded).toEqual([]);
  const [first, second] = await Promise.all([registry.get("crm_find"), registry.get("crm_find")]);
  expect(first).toBe(second);
  expect(loaded).toEqual(["crm_find"]);
  expect((await registry.list()).map(({ name }) => name)).toEqual(["notes_find", "crm_find"]);
  expect(loaded).toEqual(["crm_find", "notes_find"]);
});

test("a group that could not be loaded is loaded again by the next call", async () => {
  const load = vi.fn(async () => [tool("notes_find")]).mockRejectedValueOnce(new Error("no file"));
  const registry = new ToolRegistry([{ names: ["notes_find"], load }], kinds);
  await expect(registry.get("notes_find")).rejects.toThrow("no file");
  expect(await registry.get("notes_find")).toMatchObject({ name: "notes_find" });
});

test("a group whose tools are not those that it names is refused", async () => {
  const registry = new ToolRegistry(
    [{ names: ["notes_find"], load: async () => [tool("notes_get")] }],
    kinds,
  );
  await expect(registry.get("notes_find")).rejects.toThrow(
    "A group of the tools notes_find has the tools notes_get.",
  );
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
])("a tool that names %s is refused", async (_what, fit, problem) => {
  const credential: CredentialNeed = { use: "required", ...fit };
  const wrong = { ...tool("notes_find"), credential };
  await expect(registryOf([wrong]).list()).rejects.toThrow(`Tool notes_find: ${problem}.`);
});

import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import { modelName, ToolRegistry } from "@plumbline/core/tool/tool.ts";
import { expect, test } from "vitest";
import { definition } from "./definition.ts";

const tool = (name: string) => defineTool({ ...definition(), name });

test("both spellings of a name find the tool", () => {
  const post = tool("social_post:microblog");
  const registry = new ToolRegistry([tool("notes_find"), post]);
  expect(registry.get("social_post:microblog")).toBe(post);
  expect(registry.get("social_post__microblog")).toBe(post);
  expect(modelName(post.name)).toBe("social_post__microblog");
});

test.each(["social_post", "Notes_find", "notes_find ", "", "constructor", "__proto__"])(
  "nothing answers to %o",
  (name) => {
    expect(new ToolRegistry([tool("notes_find"), tool("social_post:microblog")]).get(name)).toBeUndefined();
  },
);

test("tools are listed in the order they were registered", () => {
  const names = ["notes_find", "crm_find", "chatapp_find"];
  expect(new ToolRegistry(names.map(tool)).list().map(({ name }) => name)).toEqual(names);
});

test.each([
  ["notes_find", "notes_find"],
  ["social:post", "social__post"],
  ["social__post", "social:post"],
])("%s and %s would answer to the same name", (first, second) => {
  expect(() => new ToolRegistry([tool(first), tool(second)])).toThrow(`Two tools are called ${second}.`);
});

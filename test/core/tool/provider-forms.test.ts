import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import { buildToolForm, inputSchema } from "@plumbline/core/tool/tool-forms.ts";
import { expect, test } from "vitest";
import { definition } from "./definition.ts";

const tool = defineTool({
  ...definition(),
  name: "social_post:microblog",
  effect: "write",
  idempotency: "key",
});
const name = "social_post__microblog";
const { description } = tool;
const schema = inputSchema(tool);

test("the four forms", () => {
  expect(buildToolForm(tool, "openai")).toEqual({
    type: "function",
    function: { name, description, parameters: schema },
  });
  expect(buildToolForm(tool, "anthropic")).toEqual({ name, description, input_schema: schema });
  expect(buildToolForm(tool, "bedrock")).toEqual({
    toolSpec: { name, description, inputSchema: { json: schema } },
  });
  expect(buildToolForm(tool, "mcp")).toEqual({
    name,
    title: "social_post:microblog",
    description,
    inputSchema: schema,
    annotations: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: true,
    },
  });
});

test.each([
  ["a read", {}, { readOnlyHint: true, idempotentHint: true, openWorldHint: true }],
  [
    "a write nothing makes safe",
    { effect: "write", idempotency: "none" } as const,
    { readOnlyHint: false, idempotentHint: false },
  ],
  [
    "a write that overwrites",
    { effect: "write", idempotency: "upsert" } as const,
    { destructiveHint: true, idempotentHint: true },
  ],
  [
    "a write that only adds",
    { effect: "write", idempotency: "key", additive: true } as const,
    { destructiveHint: false },
  ],
  [
    "what stays inside",
    { credential: { use: "none" }, reach: { to: "nowhere" } } as const,
    { readOnlyHint: true, openWorldHint: false },
  ],
])("MCP hints of %s", (_what, part, hints) => {
  expect(buildToolForm(defineTool({ ...definition(), ...part }), "mcp").annotations).toMatchObject(hints);
});

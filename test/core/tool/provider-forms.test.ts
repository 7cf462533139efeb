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

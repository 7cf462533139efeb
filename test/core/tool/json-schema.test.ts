import { createSecretArgument } from "@plumbline/core/tool/arguments.ts";
import { defineTool } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { completeInputSchema, describeTool, inputSchema } from "@plumbline/core/tool/tool-forms.ts";
import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import * as z from "zod";
import { startServiceUnderTest } from "../../support/service-under-test.ts";
import { TOOL_SAMPLES } from "../../support/tool-samples.ts";
import { definition } from "./definition.ts";

const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  formats: {
    uuid: (text) => z.uuid().safeParse(text).success,
    date: (text) => z.iso.date().safeParse(text).success,
    uri: URL.canParse,
  },
});

let tools: Map<string, Tool>;

beforeAll(async () => {
  const { service, close } = await startServiceUnderTest();
  tools = new Map((await service.registry.list()).map((tool) => [tool.name, tool]));
  await close();
});

function toolCalled(name: string): Tool {
  return tools.get(name) ?? expect.fail(`there is no tool ${name}`);
}

/** Who admits arguments of a tool. */
function gatesOf(tool: Tool) {
  const told = ajv.compile(inputSchema(tool));
  const complete = ajv.compile(completeInputSchema(tool));
  return (args: Record<string, unknown>) => ({
    args,
    told: told(args),
    complete: complete(args),
    dispatcher: tool.input.safeParse(args).success,
  });
}

describe.each(TOOL_SAMPLES)("$tool", ({ tool: name, valid, invalid, refused }) => {
  test("the schema for models admits what the dispatcher admits", () => {
    const admitted = gatesOf(toolCalled(name));
    for (const args of valid)
      expect(admitted(args)).toEqual({ args, told: true, complete: true, dispatcher: true });
  });

  test("it refuses what a model must not get wrong", () => {
    const tool = toolCalled(name);
    const admitted = gatesOf(tool);
    const [whole = {}] = valid;
    const lacking = z
      .array(z.string())
      .parse(inputSchema(tool).required ?? [])
      .map((argument) => {
        return Object.fromEntries(Object.entries(whole).filter(([given]) => given !== argument));
      });
    for (const args of [
      ...invalid,
      ...lacking,
      { ...whole, surprise: true },
      { ...whole, timeout_seconds: 0 },
    ])
      expect(admitted(args)).toEqual({ args, told: false, complete: false, dispatcher: false });
  });

  test("it leaves the rest to the dispatcher", () => {
    const admitted = gatesOf(toolCalled(name));
    for (const args of refused) expect(admitted(args)).toMatchObject({ args, told: true, dispatcher: false });
  });
});

const checked = defineTool({
  ...definition(),
  input: z.object({
    pattern: z.string().min(2).max(9).regex(/^a/).default("").describe("An argument like a keyword."),
    default: z.boolean().default(false),
    lists: z
      .array(z.strictObject({ minLength: z.int().min(3), on: z.boolean().default(true) }))
      .min(1)
      .max(4),
    open: z.record(z.string().max(5), z.string().max(9)),
    any: z.record(z.string(), z.unknown()),
    api_key: createSecretArgument("The key."),
  }),
});

test("the schema for models: types, bounds of numbers and lists, defaults that say something", () => {
  expect(inputSchema(checked)).toEqual({
    type: "object",
    properties: {
      credential_id: expect.any(Object),
      pattern: { type: "string", description: "An argument like a keyword." },
      default: { type: "boolean" },
      lists: {
        type: "array",
        maxItems: 4,
        items: {
          type: "object",
          properties: {
            minLength: { type: "integer", minimum: 3, maximum: expect.any(Number) },
            on: { type: "boolean", default: true },
          },
          required: ["minLength"],
        },
      },
      open: { type: "object", additionalProperties: { type: "string" } },
      any: { type: "object" },
      api_key: { type: "string", writeOnly: true, description: "The key." },
      timeout_seconds: expect.any(Object),
    },
    required: ["lists", "open", "any", "api_key"],
    additionalProperties: false,
  });
});

test("the schema for programs has every check", () => {
  expect(completeInputSchema(checked)).toMatchObject({
    properties: {
      pattern: { minLength: 2, maxLength: 9, pattern: "^a", default: "" },
      default: { default: false },
      lists: { minItems: 1, items: { additionalProperties: false } },
      open: { propertyNames: { maxLength: 5 }, additionalProperties: { maxLength: 9 } },
      api_key: { minLength: 1, maxLength: 16_384, writeOnly: true },
    },
  });
  expect(describeTool(checked).input_schema).toEqual(completeInputSchema(checked));
});

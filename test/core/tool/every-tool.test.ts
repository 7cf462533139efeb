import { echoArguments } from "@plumbline/core/tool/arguments.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { TOOL_FORMATS } from "@plumbline/core/tool/tool-formats.ts";
import {
  buildMcpForm,
  buildToolForm,
  describeTool,
  inputSchema,
  outputSchema,
} from "@plumbline/core/tool/tool-forms.ts";
import type { ToolRegistry } from "@plumbline/core/tool/tool-registry.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startServiceUnderTest } from "../../support/service-under-test.ts";
import { TOOL_SAMPLES } from "../../support/tool-samples.ts";

const NAMES = TOOL_SAMPLES.map(({ tool }) => tool);

let registry: ToolRegistry;
let tools: ReadonlyMap<string, Tool>;
let close: () => Promise<void>;

beforeAll(async () => {
  const under = await startServiceUnderTest();
  registry = under.service.registry;
  tools = under.tools;
  close = under.close;
});

afterAll(() => close());

function toolCalled(name: string): Tool {
  return tools.get(name) ?? expect.fail(`there is no tool ${name}`);
}

/** Every object in a JSON Schema, itself included. */
function parts(schema: unknown): Record<string, unknown>[] {
  if (Array.isArray(schema)) return schema.flatMap(parts);
  if (schema === null || typeof schema !== "object") return [];
  return [{ ...schema }, ...Object.values(schema).flatMap(parts)];
}

function properties(schema: Record<string, unknown>): Record<string, Record<string, unknown>> {
  const found = schema.properties;
  if (found === null || typeof found !== "object") expect.fail("the schema has no properties");
  return Object.fromEntries(Object.entries(found));
}

test("the tools there are, in the order in which the pages list them", () => {
  expect([...tools.keys()]).toEqual(NAMES);
});

describe.each(NAMES)("%s", (name) => {
  test("is described for a model", () => {
    const { description } = toolCalled(name);
    expect(description).toMatch(/^[A-Z].*\.$/s);
    expect(description.length).toBeLessThanOrEqual(1_024);
    for (const [argument, schema] of Object.entries(properties(inputSchema(toolCalled(name))))) {
      expect([argument, schema.description]).toEqual([argument, expect.stringMatching(/^.{4,}\.$/s)]);
    }
  });

  test("its arguments are an object that refuses what it does not know", () => {
    const schema = inputSchema(toolCalled(name));
    expect(schema).toMatchObject({ type: "object", additionalProperties: false });
    const longest = name === "grounded_research" ? 8 : 120;
    const timeout = { type: "integer", minimum: 1, maximum: longest, default: Math.min(30, longest) };
    if (toolCalled(name).reach.to === "nowhere") expect(properties(schema).timeout_seconds).toBeUndefined();
    else expect(properties(schema).timeout_seconds).toMatchObject(timeout);
    expect(schema.required ?? []).not.toContain("timeout_seconds");
    expect(schema.required ?? []).not.toContain("credential_id");
  });

  test("a credential_id is a UUID, and asked for only where one is used", () => {
    const tool = toolCalled(name);
    const schema = properties(inputSchema(tool)).credential_id;
    if (tool.credential.use === "none") expect(schema).toBeUndefined();
    else expect(schema).toMatchObject({ type: "string", format: "uuid" });
  });

  test("its schemas are JSON, and every reference in them leads somewhere", () => {
    for (const schema of [inputSchema(toolCalled(name)), outputSchema(toolCalled(name))]) {
      expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
      const defined = Object.keys({ ...(schema.$defs ?? {}) }).map((key) => `#/$defs/${key}`);
      const references = parts(schema).flatMap(({ $ref }) => (typeof $ref === "string" ? [$ref] : []));
      for (const reference of references) expect(defined).toContain(reference);
    }
  });

  test("is listed with what a caller must know", () => {
    const tool = toolCalled(name);
    expect(Object.keys(describeTool(tool))).toEqual([
      "name",
      "title",
      "description",
      "input_schema",
      "output_schema",
      "credential_kinds",
      "credential_metadata",
      "credential_required",
      "effect",
      "idempotency",
      "example",
    ]);
    expect(describeTool(tool)).toMatchObject({
      name,
      credential_required: tool.credential.use === "required",
    });
  });

  test("has an example that it takes, and that says no more than it has to", () => {
    const { example, input } = toolCalled(name);
    expect(input.safeParse(example)).toMatchObject({ success: true });
    expect(JSON.stringify(example).length).toBeLessThan(200);
  });

  test.each(TOOL_FORMATS)("%s takes its name, and the form finds the tool again", async (format) => {
    const tool = toolCalled(name);
    const [form] = parts(buildToolForm(tool, format)).filter((part) => typeof part.name === "string");
    expect(form?.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(form?.description).toBe(tool.description);
    expect(await registry.get(String(form?.name))).toBe(tool);
  });
});

test.each(TOOL_SAMPLES)(
  "$tool promises what its samples say, also in MCP's hints",
  ({ tool: name, promises }) => {
    const tool = toolCalled(name);
    const { credential, effect, idempotency, reads, reach, additive } = tool;
    expect({
      ...{ credential: credential.use, effect, idempotency, reads, reach: reach.to },
      ...(additive ? { additive } : {}),
    }).toEqual(promises);
    expect(buildMcpForm(tool).annotations).toEqual({
      readOnlyHint: promises.effect === "read",
      destructiveHint: promises.effect === "write" && !promises.additive,
      idempotentHint: promises.effect === "read" || promises.idempotency === "upsert",
      openWorldHint: promises.reach !== "nowhere",
    });
  },
);

test("every tool has a title of its own for people", () => {
  const titles = [...tools.values()].map(({ title }) => title);
  expect(new Set(titles).size).toBe(NAMES.length);
  for (const tool of tools.values()) {
    expect(tool.title).toMatch(/^[A-Z][A-Za-z -]{3,39}$/);
    expect(buildMcpForm(tool)).toMatchObject({ title: tool.title });
  }
});

test("the bearer token of a webhook is write-only in the schema and hidden in an echo", () => {
  const tool = toolCalled("http_post_json");
  expect(properties(inputSchema(tool)).bearer_token).toMatchObject({ type: "string", writeOnly: true });
  const writeOnly = [...tools.values()].flatMap((each) =>
    Object.entries(properties(inputSchema(each))).flatMap(([argument, schema]) =>
      schema.writeOnly === true ? [`${each.name}.${argument}`] : [],
    ),
  );
  expect(writeOnly).toEqual(["http_post_json.bearer_token"]);
  const sent = { url: "https://hooks.example/", body: {}, bearer_token: "s3cret" };
  expect(echoArguments(tool, sent)).toEqual({ ...sent, bearer_token: "[redacted]" });
});

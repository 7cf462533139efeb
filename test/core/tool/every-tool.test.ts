import { echoArguments } from "@plumbline/core/tool/arguments.ts";
import type { ToolRegistry } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import {
  buildMcpForm,
  buildToolForm,
  describeTool,
  inputSchema,
  outputSchema,
  TOOL_FORMATS,
} from "@plumbline/core/tool/tool-forms.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describedTools } from "../../../packages/service/docs/described-tools.ts";
import { startServiceUnderTest } from "../../support/service-under-test.ts";

const NAMES = describedTools().map(({ name }) => name);

/**
 * Every promise that makes a tool less than a write that nobody may repeat, at a provider, with a credential
 * of the tenant. A tool that is not named promises nothing.
 */
const PROMISES: Record<string, readonly string[]> = {
  "only reads": [
    "grounded_research",
    "connections_list",
    "notes_query",
    "email_search",
    "email_get",
    "calendar_list_events",
    "feed_read",
    "watch_events",
  ],
  "may be tried again, as it carries a key": ["tracker_create_issue", "calendar_create_event"],
  "may be tried again, as it overwrites": [
    "crm_upsert_contact",
    "email_watch_inbox",
    "rss_subscribe",
    "watch_stop",
  ],
  // No calendar_create_event, which mails its guests, and no email_watch_inbox, which forwards private mail
  // where deliver_to is set.
  "only adds": ["notes_create_page", "tracker_create_issue", "rss_subscribe"],
  "asks nobody outside": ["connections_list", "watch_events", "watch_stop"],
  "asks where its caller says": ["http_post_json", "feed_read", "rss_subscribe"],
  "asks mail servers": ["email_send", "email_reply", "email_search", "email_get", "email_watch_inbox"],
  "asks the search backends": ["grounded_research"],
  "takes a credential only when it is named": ["http_post_json"],
  "takes no credential": [
    "grounded_research",
    "connections_list",
    "feed_read",
    "rss_subscribe",
    "watch_events",
    "watch_stop",
  ],
};

let registry: ToolRegistry;
let close: () => Promise<void>;

beforeAll(async () => {
  const under = await startServiceUnderTest();
  registry = under.service.registry;
  close = under.close;
});

afterAll(() => close());

function toolCalled(name: string): Tool {
  return registry.get(name) ?? expect.fail(`there is no tool ${name}`);
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
  expect(registry.list().map(({ name }) => name)).toEqual(NAMES);
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

  test.each(TOOL_FORMATS)("%s takes its name, and the form finds the tool again", (format) => {
    const tool = toolCalled(name);
    const [form] = parts(buildToolForm(tool, format)).filter((part) => typeof part.name === "string");
    expect(form?.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(form?.description).toBe(tool.description);
    expect(registry.get(String(form?.name))).toBe(tool);
  });
});

test.each<[promise: string, isKept: (tool: Tool) => boolean]>([
  ["only reads", ({ effect }) => effect === "read"],
  ["only reads", ({ idempotency }) => idempotency === "read"],
  ["may be tried again, as it carries a key", ({ idempotency }) => idempotency === "key"],
  ["may be tried again, as it overwrites", ({ idempotency }) => idempotency === "upsert"],
  ["only adds", ({ additive }) => additive],
  ["asks nobody outside", ({ reach }) => reach.to === "nowhere"],
  ["asks where its caller says", ({ reach }) => reach.to === "caller_chosen"],
  ["asks mail servers", ({ reach }) => reach.to === "mail"],
  ["asks the search backends", ({ reach }) => reach.to === "search"],
  ["takes a credential only when it is named", ({ credential }) => credential.use === "optional"],
  ["takes no credential", ({ credential }) => credential.use === "none"],
])("a tool that %s is listed as one", (promise, isKept) => {
  const keeping = registry.list().filter(isKept);
  expect(keeping.map(({ name }) => name).toSorted()).toEqual(PROMISES[promise]?.toSorted());
});

test("the tools that a person may have to agree to, by MCP's hints", () => {
  for (const tool of registry.list()) {
    const promises = (promise: string) => PROMISES[promise]?.includes(tool.name) ?? expect.fail(promise);
    expect([tool.name, buildMcpForm(tool).annotations]).toEqual([
      tool.name,
      {
        readOnlyHint: promises("only reads"),
        destructiveHint: !promises("only reads") && !promises("only adds"),
        idempotentHint: promises("only reads") || promises("may be tried again, as it overwrites"),
        openWorldHint: !promises("asks nobody outside"),
      },
    ]);
  }
});

test("every tool has a title of its own for people", () => {
  const titles = registry.list().map(({ title }) => title);
  expect(new Set(titles).size).toBe(NAMES.length);
  for (const tool of registry.list()) {
    expect(tool.title).toMatch(/^[A-Z][A-Za-z -]{3,39}$/);
    expect(buildMcpForm(tool)).toMatchObject({ title: tool.title });
  }
});

test("the bearer token of a webhook is write-only in the schema and hidden in an echo", () => {
  const tool = toolCalled("http_post_json");
  expect(properties(inputSchema(tool)).bearer_token).toMatchObject({ type: "string", writeOnly: true });
  const writeOnly = registry
    .list()
    .flatMap((each) =>
      Object.entries(properties(inputSchema(each))).flatMap(([argument, schema]) =>
        schema.writeOnly === true ? [`${each.name}.${argument}`] : [],
      ),
    );
  expect(writeOnly).toEqual(["http_post_json.bearer_token"]);
  const sent = { url: "https://hooks.example/", body: {}, bearer_token: "s3cret" };
  expect(echoArguments(tool, sent)).toEqual({ ...sent, bearer_token: "[redacted]" });
});

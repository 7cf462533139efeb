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
import { startServiceUnderTest } from "../../support/service-under-test.ts";

/** Names of the tools that every caller may use today, in the order of `GET /api/v1/tools`. */
const NAMES = [
  "grounded_research",
  "connections_list",
  "chatapp_dm",
  "chatapp_post_channel",
  "notes_query",
  "notes_create_page",
  "crm_upsert_contact",
  "tracker_create_issue",
  "social_post:microblog",
  "social_post:network",
  "email_send",
  "email_search",
  "calendar_create_event",
  "calendar_list_events",
  "http_post_json",
  "feed_read",
  "email_watch_inbox",
  "rss_subscribe",
  "watch_events",
  "watch_stop",
];

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

test("the tools there are", () => {
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
    ]);
    expect(describeTool(tool)).toMatchObject({
      name,
      credential_required: tool.credential.use === "required",
    });
  });

  test.each(TOOL_FORMATS)("%s takes its name, and the form finds the tool again", (format) => {
    const tool = toolCalled(name);
    const [form] = parts(buildToolForm(tool, format)).filter((part) => typeof part.name === "string");
    expect(form?.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(form?.description).toBe(tool.description);
    expect(registry.get(String(form?.name))).toBe(tool);
  });
});

test("what the tools are to the outside", () => {
  const facts = registry.list().map(({ name, effect, idempotency, reach, credential }) => {
    return [name, effect, idempotency, reach.to, credential.use];
  });
  expect(facts).toEqual([
    ["grounded_research", "read", "read", "search", "none"],
    ["connections_list", "read", "read", "nowhere", "none"],
    ["chatapp_dm", "write", "none", "provider", "required"],
    ["chatapp_post_channel", "write", "none", "provider", "required"],
    ["notes_query", "read", "read", "provider", "required"],
    ["notes_create_page", "write", "none", "provider", "required"],
    ["crm_upsert_contact", "write", "upsert", "provider", "required"],
    ["tracker_create_issue", "write", "key", "provider", "required"],
    ["social_post:microblog", "write", "none", "provider", "required"],
    ["social_post:network", "write", "none", "provider", "required"],
    ["email_send", "write", "none", "mail", "required"],
    ["email_search", "read", "read", "mail", "required"],
    ["calendar_create_event", "write", "key", "provider", "required"],
    ["calendar_list_events", "read", "read", "provider", "required"],
    ["http_post_json", "write", "none", "caller_chosen", "optional"],
    ["feed_read", "read", "read", "caller_chosen", "none"],
    ["email_watch_inbox", "write", "upsert", "mail", "required"],
    ["rss_subscribe", "write", "upsert", "caller_chosen", "none"],
    ["watch_events", "read", "read", "nowhere", "none"],
    ["watch_stop", "write", "upsert", "nowhere", "none"],
  ]);
});

test("the tools that a person may have to agree to, by MCP's hints", () => {
  const hints = registry.list().map((tool) => {
    const { annotations } = buildMcpForm(tool);
    const { readOnlyHint, destructiveHint, idempotentHint, openWorldHint } = annotations;
    return [tool.name, readOnlyHint, destructiveHint, idempotentHint, openWorldHint];
  });
  expect(hints).toEqual([
    ["grounded_research", true, false, true, true],
    ["connections_list", true, false, true, false],
    ["chatapp_dm", false, true, false, true],
    ["chatapp_post_channel", false, true, false, true],
    ["notes_query", true, false, true, true],
    ["notes_create_page", false, false, false, true],
    ["crm_upsert_contact", false, true, true, true],
    ["tracker_create_issue", false, false, false, true],
    ["social_post:microblog", false, true, false, true],
    ["social_post:network", false, true, false, true],
    ["email_send", false, true, false, true],
    ["email_search", true, false, true, true],
    // It mails its guests.
    ["calendar_create_event", false, true, false, true],
    ["calendar_list_events", true, false, true, true],
    ["http_post_json", false, true, false, true],
    ["feed_read", true, false, true, true],
    // It forwards private mail where deliver_to is set.
    ["email_watch_inbox", false, true, true, true],
    ["rss_subscribe", false, false, true, true],
    ["watch_events", true, false, true, false],
    ["watch_stop", false, true, true, false],
  ]);
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

import { OPERATIONS } from "@plumbline/http/endpoints/index.ts";
import { beforeAll, describe, expect, test } from "vitest";
import { describeApi } from "../../../packages/http/openapi/describe-api.ts";
import { startedForFile } from "../../support/started.ts";
import { startApi } from "../api-under-test.ts";
import { schemaValidator } from "./answer-checker.ts";
import { variantsOf } from "./body-variants.ts";

const document = describeApi("http://plumbline.test", OPERATIONS);
const { schemas } = document.components;
const validate = schemaValidator(schemas);

/** Rules between fields, or with what the service knows, that no schema can say. */
const BEYOND_SCHEMAS =
  /must end with a user message|characters in total|is in the past|that does not exist|either parts or content|either sources, such as|must contain some text|is not valid for the kind|name different tools|parts\.\d+\.(text|type): /;

interface Case {
  request: string;
  schema: string;
  key?: "operator";
  headers?: Record<string, string>;
  /** Bodies beside the document's own examples. */
  bodies?: unknown[];
}

const CASES: Case[] = [
  { request: "POST /api/v1/autonomy/research/complete", schema: "CompletionRequest" },
  { request: "POST /api/v1/autonomy/research/check", schema: "CheckRequest" },
  { request: "POST /api/v1/agent/stream", schema: "RunRequest" },
  {
    request: "POST /api/v1/agent/stream?protocol=ui-message",
    schema: "UiMessageRunRequest",
    bodies: [
      {
        id: "chat",
        trigger: "submit-message",
        messages: [{ id: "1", role: "user", parts: [{ type: "text", text: "Who was Ada Lovelace?" }] }],
      },
    ],
  },
  { request: "POST /api/v1/tools/connections_list", schema: "ToolCall", bodies: [{ arguments: {} }] },
  {
    request: "POST /mcp",
    schema: "JsonRpcMessage",
    headers: { accept: "application/json, text/event-stream" },
  },
  {
    request: "POST /api/v1/credentials",
    schema: "CreateCredential",
    bodies: [
      { kind: "network", label: "page", token: "t", metadata: { urn: "urn:li:person:1" }, scope: "w_social" },
      { kind: "mail_oauth_a", label: "calendar", token: "t", metadata: { calendar_id: "primary" } },
      { kind: "tracker", label: "issues", token: "t", refresh_token: "r", metadata: { auth_form: "bearer" } },
    ],
  },
  { request: "PATCH /api/v1/credentials/{id}", schema: "ChangeCredential" },
  { request: "POST /api/v1/tenants", schema: "CreateTenant", key: "operator" },
  { request: "POST /api/v1/tenants/{id}/keys", schema: "CreateApiKey", key: "operator" },
];

let ids: Record<string, string>;

// Nothing is searched: a body that is taken is refused later for another reason, and at once.
const api = startedForFile(() => startApi({ search: {} }));

beforeAll(async () => {
  const body = { kind: "crm", label: "to be changed", token: "t" };
  const { json } = await api.call("POST", "/api/v1/credentials", { body });
  ids = { credentials: String(json.id), tenants: api.tenant.caller.tenantId };
});

/** The document's examples of the request's body. */
function examplesOf(request: string): unknown[] {
  const [method = "", path = ""] = request.replace("/tools/connections_list", "/tools/{name}").split(" ");
  // Those of a run are of its plain form, and tried as that.
  if (request.includes("?")) return [];
  const content = document.paths[path]?.[method.toLowerCase()]?.requestBody?.content["application/json"];
  return Object.values(content?.examples ?? {}).map(({ value }) => value);
}

describe("a body is taken when it is as documented, and refused when it is not", () => {
  test.each(CASES)(
    "$request: $schema",
    async ({ request, schema, key, headers = {}, bodies = [] }) => {
      const [method = "", path = ""] = request.split(" ");
      const actual = path.replace(/(\w+)\/\{id\}/, (_all, of: string) => `${of}/${ids[of]}`);
      const named = { $ref: `#/components/schemas/${schema}` };
      const variants = [...examplesOf(request), ...bodies].flatMap((body) =>
        variantsOf(body, named, schemas),
      );
      const surprises: string[] = [];
      for (const { what, body } of variants) {
        const sent = { body: body ?? null, headers, ...(key && { key: api.operatorKey }) };
        const { status, text } = await api.call(method, actual, sent);
        const wrong = validate(named, body ?? null);
        const refused = status === 400;
        if (refused === wrong.length > 0 || (refused && BEYOND_SCHEMAS.test(text))) continue;
        surprises.push(
          `${what}: ${status}, documented ${wrong.join(" ") || "as valid"}; ${text.slice(0, 300)}`,
        );
      }
      expect(surprises).toEqual([]);
      expect(variants.length).toBeGreaterThan(30);
    },
    60_000,
  );
});

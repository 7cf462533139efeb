import * as z from "zod";
import type { Access, Operation } from "../endpoints/endpoint.ts";
import { toTemplatePath } from "../endpoints/list.ts";
import { VERSION } from "../version.ts";
import { convertSchemas, type SchemaOf, sortByReference } from "./converted-schemas.ts";
import {
  type OpenApiDocument,
  type OperationObject,
  type OperationsByPath,
  type ParameterObject,
  type Reference,
  type ResponseObject,
  type SecurityRequirement,
  type SecurityScheme,
  type SecuritySchemeName,
  toTypeName,
  type WholeContent,
} from "./open-api-document.ts";
import { describeResponses, RESPONSE_HEADERS } from "./responses.ts";
import { findTag, TAGS } from "./tags.ts";
import type { ToolDescription } from "./tool-descriptions.ts";
import { describeToolCalls, EACH_TOOL } from "./tool-operations.ts";

const DESCRIPTION = `JSON in and out, in UTF-8. Send an API key as \`Authorization: Bearer plk_…\`.

Every response has an \`x-request-id\`. A refused request is \`application/problem+json\` (RFC 9457): base decisions on its \`error_code\`, and show its \`detail\`. \
When a tool, a provider or research refuses, the response is a 200 with \`ok\` false and a \`refusal_reason\` that must be shown verbatim.

Unknown body fields and unknown or repeated query parameters are refused, except on paths that need no key. Bodies may have up to 1 MiB (tool calls and \
MCP messages up to 1 MiB and 64 KiB) and 100 levels of nesting, and must not contain the key \`__proto__\`. Lengths are in UTF-16 code units. Responses may gain fields: ignore those you do not know.

\`HEAD\` works wherever \`GET\` does. \`OPTIONS\` works for pages that the operator allows (CORS). Any other method on a known path returns 405.`;

/**
 * Describes the API as OpenAPI 3.1. The description depends only on the operations and tools. `url` is the
 * base URL without a trailing slash. Each tool gets a separate operation.
 */
export function describeApi(
  url: string,
  operations: readonly Operation[],
  tools: readonly ToolDescription[] = [],
): OpenApiDocument {
  const { named, getSchema } = convertSchemas(operations);
  const paths: OperationsByPath = {};
  for (const operation of operations) {
    const path = toTemplatePath(operation.path);
    paths[path] = {
      ...paths[path],
      [operation.method.toLowerCase()]: toOperationObject(operation, getSchema),
    };
  }
  const calls = tools.length > 0 ? describeToolCalls(tools, { paths, named }) : undefined;
  const shared = shareRefusals({ ...paths, ...calls?.paths });
  const tags = Object.entries(TAGS).map(([name, description]) => ({ name, description }));
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Plumbline",
      version: VERSION,
      summary: "Integrations and grounded research for LLM agents",
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url }],
    tags: calls ? [...tags, EACH_TOOL] : tags,
    paths: shared.paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      headers: RESPONSE_HEADERS,
      responses: shared.responses,
      schemas: sortByReference({ ...named, ...calls?.named }),
    },
  };
}

/** Converts an operation for the document. */
function toOperationObject(operation: Operation, schemaOf: SchemaOf): OperationObject {
  const { id, path, summary, description, access } = operation;
  const parameters = listParameters(operation, schemaOf);
  return {
    operationId: id,
    tags: [findTag(path)],
    summary,
    description,
    security: getSecurity(access),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...describeBody(operation, schemaOf),
    responses: describeResponses(operation, schemaOf),
  };
}

function describeBody(
  { body, examples }: Operation,
  schemaOf: SchemaOf,
): Pick<OperationObject, "requestBody"> {
  if (!body) return {};
  const named = Object.entries(examples ?? {}).map(([title, value]) => [title, { value }]);
  const content: WholeContent = {
    schema: schemaOf(body),
    ...(named.length > 0 ? { examples: Object.fromEntries(named) } : {}),
  };
  return { requestBody: { required: true, content: { "application/json": content } } };
}

const objectSchema = z.object({
  properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })),
  required: z.array(z.string()).default([]),
});

/** Lists the parameters of an operation: path, query, headers. */
function listParameters({ params, query, headers }: Operation, schemaOf: SchemaOf): ParameterObject[] {
  return [
    ...(params ? listParametersIn("path", params, schemaOf) : []),
    ...(query ? listParametersIn("query", query, schemaOf) : []),
    ...(headers ? listParametersIn("header", headers, schemaOf) : []),
  ];
}

function listParametersIn(
  place: ParameterObject["in"],
  schema: z.ZodObject,
  schemaOf: SchemaOf,
): ParameterObject[] {
  const { properties, required } = objectSchema.parse(schemaOf(schema));
  return Object.entries(properties).map(([name, { description, ...own }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: own,
  }));
}

const SECURITY_SCHEMES: Record<SecuritySchemeName, SecurityScheme> = {
  tenantKey: {
    type: "http",
    scheme: "bearer",
    description:
      "A tenant's API key, `plk_…`. It gives access to that tenant only, as far as its scopes allow. A session token, `pls_…`, can be used instead.",
  },
  operatorKey: {
    type: "http",
    scheme: "bearer",
    description: "An operator key, `plo_…`. It administers tenants and cannot read their data.",
  },
};

function getSecurity(access: Access): SecurityRequirement[] {
  if (access === "public") return [];
  if (access === "operator") return [{ operatorKey: [] }];
  return [{ tenantKey: access === "by_message" ? [] : [access] }];
}

/** OperationsByPath of a document, with shared refusals replaced by references. */
interface SharedRefusals {
  paths: OperationsByPath;
  /** Shared refusals, named after their error codes. */
  responses: Record<string, ResponseObject>;
}

/** Moves every refusal that several operations share to the document's components. */
function shareRefusals(paths: OperationsByPath): SharedRefusals {
  const givenBy = new Map<string, number>();
  for (const response of Object.values(paths).flatMap(listResponses).filter(isRefusal))
    givenBy.set(JSON.stringify(response), (givenBy.get(JSON.stringify(response)) ?? 0) + 1);
  const names = new Map<string, string>();
  const responses: Record<string, ResponseObject> = {};
  const share = (response: ResponseObject | Reference): ResponseObject | Reference => {
    const text = JSON.stringify(response);
    if (!isRefusal(response) || (givenBy.get(text) ?? 0) < 2) return response;
    const name = names.get(text) ?? makeUnique(createRefusalName(response), responses);
    names.set(text, name);
    responses[name] = response;
    return { $ref: `#/components/responses/${name}` };
  };
  const shared = mapValues(paths, (methods) =>
    mapValues(methods, (operation) => ({ ...operation, responses: mapValues(operation.responses, share) })),
  );
  return { paths: shared, responses };
}

function listResponses(methods: Record<string, OperationObject>): (ResponseObject | Reference)[] {
  return Object.values(methods).flatMap(({ responses }) => Object.values(responses));
}

function isRefusal(response: ResponseObject | Reference): response is ResponseObject {
  if ("$ref" in response) return false;
  return Object.keys(response.content ?? {}).join() === "application/problem+json";
}

/**
 * Creates a name such as `BodyTooLarge`, `NotFoundOrConflict`, or for a scope `ForbiddenWithoutToolsRead`.
 */
function createRefusalName({ description }: ResponseObject): string {
  const codes = Array.from(description.matchAll(/^`(\w+)`: /gm), ([, code = ""]) => toTypeName(code));
  const [, scope] = /the scope `([\w:]+)`/.exec(description) ?? [];
  return codes.join("Or") + (scope === undefined ? "" : `Without${toTypeName(scope)}`);
}

/** Adds a number if a refusal with the same codes but a different description has the name. */
function makeUnique(name: string, taken: Readonly<Record<string, unknown>>): string {
  for (let number = 2, free = name; ; free = `${name}${number++}`) if (!(free in taken)) return free;
}

/** Creates a record with each value converted. */
export function mapValues<From, To>(
  from: Readonly<Record<string, From>>,
  to: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(from).map(([key, value]) => [key, to(value)]));
}

import type { Operation } from "../api/operation.ts";
import { OPERATIONS } from "../api/operations.ts";
import { TAGS } from "../api/tags.ts";
import { convertSchemas } from "./converted-schemas.ts";
import type { OpenApiDocument, OperationObject } from "./open-api-document.ts";
import { operationObject } from "./operation-object.ts";
import { RESPONSE_HEADERS } from "./response-headers.ts";
import { SECURITY_SCHEMES } from "./security.ts";

const DESCRIPTION = `JSON in and out, in UTF-8. Send an API key as \`Authorization: Bearer plk_…\`.

Every answer carries \`x-request-id\`. A refused request is \`application/problem+json\` (RFC 9457): decide by its \`error_code\`, show its \`detail\`. \
That a tool, a provider or research says no is not a refused request: it is a 200 with \`ok\` false and a \`refusal_reason\` to be shown verbatim.

Unknown fields of a body are refused, and unknown or repeated query parameters, save on the paths that need no key. Bodies end at 1 MiB (of tool calls and \
MCP messages at 1 MiB and 64 KiB) and 100 levels of nesting, and have no key \`__proto__\`. Lengths count UTF-16 code units. Answers may gain fields: ignore those you do not know.

\`HEAD\` is answered wherever \`GET\` is. \`OPTIONS\` is answered to pages when the operator lets some in (CORS); any other method of a known path is a 405.`;

/**
 * The OpenAPI 3.1 description of the API, from its operations alone: the same each time. `url` is where the API is reached, without
 * a slash at its end.
 */
export function describeApi(url: string, operations: readonly Operation[] = OPERATIONS): OpenApiDocument {
  const { named, schemaOf } = convertSchemas(operations);
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const operation of operations) {
    const path = operation.path.replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: operationObject(operation, schemaOf) };
  }
  return {
    openapi: "3.1.0",
    jsonSchemaDialect: "https://json-schema.org/draft/2020-12/schema",
    info: {
      title: "Plumbline",
      version: "0.1.0",
      summary: "Integrations and grounded research for LLM agents",
      description: DESCRIPTION,
    },
    servers: [{ url }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: { securitySchemes: SECURITY_SCHEMES, headers: RESPONSE_HEADERS, schemas: named },
  };
}

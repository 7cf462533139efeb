import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type {
  OpenApiDocument,
  Reference,
  ResponseObject,
} from "../../../packages/http/openapi/open-api-document.ts";
import type { Answer } from "../api-under-test.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * A validator of schemas that refer to the document's components, written in another hand than ours and
 * zod's.
 */
export function schemaValidator(schemas: OpenApiDocument["components"]["schemas"]) {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  ajv.addFormat("uuid", UUID);
  ajv.addFormat("date-time", { validate: (text: string) => !Number.isNaN(Date.parse(text)) });
  ajv.addSchema({ $id: "document", components: { schemas } });
  const compiled = new Map<string, ValidateFunction>();
  return (schema: unknown, value: unknown): string[] => {
    const absolute = JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/');
    const validate = compiled.get(absolute) ?? ajv.compile(JSON.parse(absolute));
    compiled.set(absolute, validate);
    return validate(value) ? [] : ajv.errorsText(validate.errors, { separator: "\n" }).split("\n");
  };
}

/**
 * Holds answers against the document: the status, the media type, the headers of that answer, and the body
 * with no field that is not documented.
 */
export class AnswerChecker {
  readonly #document: OpenApiDocument;
  readonly #validate: (schema: unknown, value: unknown) => string[];
  /** Statuses seen by operationId. */
  readonly seen = new Map<string, Set<number>>();

  constructor(document: OpenApiDocument) {
    this.#document = document;
    this.#validate = schemaValidator(
      closed(document.components.schemas) as typeof document.components.schemas,
    );
  }

  /** Lists where an answer to `method` on `path` differs from the document. */
  problems(method: string, path: string, { status, headers, text }: Answer): string[] {
    const operation = this.#document.paths[path]?.[method.toLowerCase()];
    if (!operation) return [`${method} ${path} is not documented`];
    const response = responseIn(this.#document, operation.responses[String(status)]);
    if (!response) return [`${operation.operationId} answers ${status}, which is not documented`];
    const seen = this.seen.get(operation.operationId) ?? new Set();
    this.seen.set(operation.operationId, seen.add(status));
    return [
      ...this.#headerProblems(response, headers),
      ...this.#bodyProblems(response, headers.get("content-type")?.split(";")[0] ?? null, text),
    ];
  }

  #headerProblems(response: ResponseObject, headers: Headers): string[] {
    return Object.keys(this.#document.components.headers).flatMap((name) => {
      const value = headers.get(name);
      if (value === null) return name === "x-request-id" ? ["x-request-id is missing"] : [];
      if (!(name in response.headers)) return [`the header ${name} is not documented`];
      const { schema = {} } = this.#document.components.headers[name] ?? {};
      return this.#validate(schema, schema.type === "integer" ? Number(value) : value);
    });
  }

  #bodyProblems(response: ResponseObject, mediaType: string | null, text: string): string[] {
    if (mediaType === null) return text === "" ? [] : ["the body has no media type"];
    const documented = response.content?.[mediaType];
    if (!documented) return [`${mediaType} is not documented`];
    if ("x-item-schema" in documented) {
      const item = closed(documented["x-item-schema"]);
      return eventData(text).flatMap((data) => this.#validate(item, data));
    }
    return this.#validate(closed(documented.schema), mediaType.includes("json") ? JSON.parse(text) : text);
  }
}

function eventData(stream: string): unknown[] {
  const data = [...stream.matchAll(/^data: (.+)$/gm)].map(([, text = ""]) => text);
  if (data.length === 0) throw new Error("The stream has no events.");
  return data.filter((text) => text !== "[DONE]").map((text) => JSON.parse(text));
}

/** The same schema without room for fields it does not name. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (schema === null || typeof schema !== "object") return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  const open = inner.type === "object" && inner.properties && inner.additionalProperties === undefined;
  return open ? { ...inner, additionalProperties: false } : inner;
}

/** The response that an operation describes itself, or refers to. */
export function responseIn(
  { components }: OpenApiDocument,
  response: ResponseObject | Reference | undefined,
): ResponseObject | undefined {
  if (!response || !("$ref" in response)) return response;
  return components.responses[response.$ref.replace("#/components/responses/", "")];
}

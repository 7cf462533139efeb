import { OPERATIONS } from "@plumbline/http/endpoints/index.ts";

import { listKnownSettings } from "@plumbline/service/settings/read-settings.ts";
import * as z from "zod";
import { describeApi } from "../../packages/http/openapi/describe-api.ts";

const json = z.record(z.string(), z.unknown());

/** Names every setting that holds a secret. */
export function secretSettings(): string[] {
  return listKnownSettings().flatMap(({ name, isSecret }) => (isSecret ? [name] : []));
}

/** Names every secret field of a request's body, as the API describes it: `createCredential token`. */
export function secretRequestFields(): string[] {
  const document = json.parse(JSON.parse(JSON.stringify(describeApi("http://plumbline.test", OPERATIONS))));
  const schemas = json.parse(json.parse(document.components).schemas);
  return Object.values(json.parse(document.paths)).flatMap((path) =>
    Object.values(json.parse(path)).flatMap((operation) => {
      const { operationId, requestBody } = json.parse(operation);
      return secretFields(requestBody, schemas).map((field) => `${operationId} ${field}`);
    }),
  );
}

/** Names every secret argument of these tools, such as `http_post_json bearer_token`. */
export function secretToolArguments(tools: readonly unknown[]): string[] {
  return tools.flatMap((tool) => {
    const { name, input_schema } = json.parse(tool);
    return secretFields(input_schema, {}).map((argument) => `${name} ${argument}`);
  });
}

/**
 * The names under which a stored record keeps what was sealed, hashed or wrapped, with the path of objects
 * above each.
 */
export function protectedFields(record: unknown, above = ""): string[] {
  if (Array.isArray(record)) return record.flatMap((item) => protectedFields(item, above));
  if (record === null || typeof record !== "object") return [];
  return Object.entries(record).flatMap(([name, value]) => {
    if (typeof value === "string") return isProtected(name, value) ? [above + name] : [];
    return protectedFields(value, `${above}${name}.`);
  });
}

/** A seal is known by its form; what is hashed or wrapped, by the field's name. */
function isProtected(name: string, value: string): boolean {
  return /^v\d+\.k\d+\./.test(value) || /cipher|hash|wrapped|secret|token|key$/.test(name);
}

/** The properties marked as secret, wherever in a schema they stand. */
function secretFields(schema: unknown, named: Record<string, unknown>, seen = new Set<unknown>()): string[] {
  if (schema === null || typeof schema !== "object" || seen.has(schema)) return [];
  seen.add(schema);
  if ("$ref" in schema) {
    const name = String(schema.$ref).split("/").at(-1) ?? "";
    return secretFields(named[name], named, seen);
  }
  const found = Object.entries(schema).flatMap(([key, value]): string[] => {
    if (key !== "properties") return secretFields(value, named, seen);
    return Object.entries(json.parse(value)).flatMap(([name, property]) =>
      JSON.stringify(property).includes('"writeOnly":true') ? [name] : secretFields(property, named, seen),
    );
  });
  return [...new Set(found)];
}

import { writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { OPERATIONS } from "../endpoints/index.ts";
import { TOOL_DESCRIPTIONS } from "./built/tool-descriptions.ts";
import { describeApi, mapValues } from "./describe-api.ts";
import type { OpenApiDocument } from "./open-api-document.ts";

const HEADER = `/**
 * Generated from the OpenAPI description by \`npm run generate:client\`. Do not edit: change the operations in packages/http/endpoints instead.
 * Refusals have no types here: the client throws PlumblineError, and \`error_code\` says which.
 */

/** The parameters of an operation that has none. */
interface NoParameters {
    query?: never;
    header?: never;
    path?: never;
    cookie?: never;
}

`;

/** Generates `packages/client/schema.d.ts`: the API's description as TypeScript types. */
export async function generateClientSchema(): Promise<string> {
  // The types do not contain the server, so any URL works.
  const document = describeApi("http://127.0.0.1", OPERATIONS, TOOL_DESCRIPTIONS);
  const types = await openapiTS(JSON.stringify(removeRefusals(document)), {
    defaultNonNullable: false,
    emptyObjectsUnknown: true,
  });
  return HEADER + removeTagsOfTypes(removeEmptyMembers(astToString(types)));
}

/** Keeps only successful responses, without headers. No caller uses the types of the others. */
function removeRefusals(document: OpenApiDocument): object {
  const paths = mapValues(document.paths, (methods) =>
    mapValues(methods, (operation) => ({
      ...operation,
      responses: Object.fromEntries(
        Object.entries(operation.responses)
          .filter(([status]) => Number(status) < 400)
          .map(([status, response]) => [status, { ...response, headers: {} }]),
      ),
    })),
  );
  return { ...document, paths, components: { schemas: document.components.schemas } };
}

const NO_PARAMETERS = /^( *)parameters: \{\n(?: *\w+\?: never;\n){4} *\};\n/gm;

/** Removes the empty members that openapi-typescript writes for missing parts of a path or an operation. */
function removeEmptyMembers(types: string): string {
  const [paths = "", operations = ""] = types.split(/(?=^export interface operations)/m);
  return (
    paths.replace(NO_PARAMETERS, "") + operations.replace(NO_PARAMETERS, "$1parameters: NoParameters;\n")
  )
    .replace(/^ *(?!content)\w+\?: never;\n/gm, "")
    .replace(/^ *headers: \{\n *\[name: string\]: unknown;\n *\};\n/gm, "");
}

/** Removes the tags `@constant` and `@enum`, which say what the type says. */
function removeTagsOfTypes(types: string): string {
  return types
    .replace(/^ *\/\*\* @(?:constant|enum \{\w+\}) \*\/\n/gm, "")
    .replace(/^ *\* @(?:constant|enum \{\w+\})\n/gm, "")
    .replace(/^( *)\/\*\*\n *\* (.*)\n *\*\/$/gm, "$1/** $2 */");
}

const schemaFile = new URL("../../client/schema.d.ts", import.meta.url);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await writeFile(fileURLToPath(schemaFile), await generateClientSchema());
}

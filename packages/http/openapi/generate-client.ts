import { writeFile } from "node:fs/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import openapiTS, { astToString } from "openapi-typescript";
import { OPERATIONS } from "../endpoints/index.ts";
import { TOOL_DESCRIPTIONS } from "./built/tool-descriptions.ts";
import { describeApi } from "./describe-api.ts";

const HEADER = `/**
 * Generated from the OpenAPI description by \`npm run generate:client\`. Do not edit: change the operations in packages/http/endpoints instead.
 */

`;

/** Returns the whole text of `packages/client/schema.d.ts`: the API's description as TypeScript types. */
export async function clientSchema(): Promise<string> {
  // The types do not contain the server, so any URL works.
  const document = JSON.stringify(describeApi("http://127.0.0.1", OPERATIONS, TOOL_DESCRIPTIONS));
  const types = await openapiTS(document, { defaultNonNullable: false, emptyObjectsUnknown: true });
  return HEADER + astToString(types);
}

const schemaFile = new URL("../../client/schema.d.ts", import.meta.url);

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await writeFile(fileURLToPath(schemaFile), await clientSchema());
}

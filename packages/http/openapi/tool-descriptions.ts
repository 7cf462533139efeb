import type { Scope } from "@plumbline/core/access/caller.ts";
import { toModelName } from "@plumbline/core/tool/define-tool.ts";
import type { Idempotency, Tool } from "@plumbline/core/tool/tool.ts";
import type { JsonSchema } from "@plumbline/core/tool/tool-forms.ts";
import { convertSchema } from "./converted-schemas.ts";

/**
 * The facts about a tool in the API's description. `npm run generate:docs` writes them to a file, so that
 * serving them does not load adapters.
 */
export interface ToolDescription {
  /** Name in the spelling for models, which is also valid in URLs and programming languages. */
  name: string;
  title: string;
  description: string;
  /** Scopes in addition to the one for calling tools. */
  scopes: readonly Scope[];
  /** Kinds of credential. Empty if the tool takes none. */
  kinds: readonly string[];
  needsCredential: boolean;
  idempotency: Idempotency;
  arguments: JsonSchema;
  result: JsonSchema;
  example: Readonly<Record<string, unknown>>;
}

/** Describes a tool. Throws a plain Error if it has no example. */
export function toToolDescription(tool: Tool): ToolDescription {
  const { name, title, description, scopes, credential, idempotency, input, output, example } = tool;
  if (example === undefined) throw new Error(`The tool ${name} has no example.`);
  return {
    name: toModelName(name),
    title,
    description,
    scopes,
    kinds: credential.use === "none" ? [] : credential.kinds,
    needsCredential: credential.use === "required",
    idempotency,
    arguments: convertSchema(input, "input"),
    result: convertSchema(output, "output"),
    example,
  };
}

import type { Scope } from "@plumbline/core/access/caller.ts";
import { toModelName } from "@plumbline/core/tool/define-tool.ts";
import type { Idempotency, Tool } from "@plumbline/core/tool/tool.ts";
import type { JsonSchema } from "@plumbline/core/tool/tool-forms.ts";
import { plainSchema } from "./converted-schemas.ts";

/**
 * Facts that the API's description tells of one tool. They are written to a file by `npm run
 * generate:docs`, so that whoever serves them loads no adapter.
 */
export interface ToolDescription {
  /** As models spell it, which is a word of an address and of a program too. */
  name: string;
  title: string;
  description: string;
  /** Beside the one to call tools. */
  scopes: readonly Scope[];
  /** Kinds of credential; none of a tool that takes none. */
  kinds: readonly string[];
  needsCredential: boolean;
  idempotency: Idempotency;
  arguments: JsonSchema;
  result: JsonSchema;
  example: Readonly<Record<string, unknown>>;
}

/** Describes a tool. Throws a plain Error for one without an example. */
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
    arguments: plainSchema(input, "input"),
    result: plainSchema(output, "output"),
    example,
  };
}

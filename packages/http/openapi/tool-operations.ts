import type { Idempotency } from "@plumbline/core/tool/tool.ts";
import type { JsonSchema } from "@plumbline/core/tool/tool-forms.ts";
import { toTemplatePath } from "../endpoints/list.ts";
import { callTool } from "../endpoints/tools.ts";
import {
  type OperationObject,
  type OperationsByPath,
  type ResponseObject,
  toTypeName,
} from "./open-api-document.ts";
import type { ToolDescription } from "./tool-descriptions.ts";

const CALL_PATH = toTemplatePath(callTool.path);

/** Parts of the API's description: its operations, and the schemas they refer to by name. */
interface DescribedParts {
  paths: OperationsByPath;
  named: Record<string, JsonSchema>;
}

/** The area of the API's description with one operation per tool. */
export const EACH_TOOL = {
  name: "Each tool",
  description:
    "`callTool` repeated for each tool, with the schemas of its arguments and result. Use these in clients " +
    "generated from this description.",
};

/**
 * Creates an operation for each tool from the generic one, with the schemas it refers to. Its path contains
 * the tool's name. Throws a plain Error if the generic operation or its schemas are missing.
 */
export function describeToolCalls(
  tools: readonly ToolDescription[],
  { paths, named }: DescribedParts,
): DescribedParts {
  const call = paths[CALL_PATH]?.post;
  const { ToolCall: body, DispatchSuccess: success } = named;
  if (!call || !body || !success) throw new Error("The operation that calls any tool is not described.");
  const made: DescribedParts = { paths: {}, named: {} };
  for (const tool of tools) {
    const type = toTypeName(tool.name);
    made.named[`${type}Arguments`] = tool.arguments;
    made.named[`${type}Result`] = tool.result;
    made.named[`${type}Success`] = replaceProperties(success, { result: createReference(`${type}Result`) });
    const path = CALL_PATH.replace("{name}", tool.name);
    const responses = { ...call.responses, 200: describeSuccess(call, `${type}Success`) };
    made.paths[path] = {
      post: { ...createToolOperation(tool, call, createBody(body, `${type}Arguments`)), responses },
    };
  }
  return made;
}

function createToolOperation(
  tool: ToolDescription,
  call: OperationObject,
  body: JsonSchema,
): OperationObject {
  return {
    ...call,
    operationId: tool.name,
    tags: [EACH_TOOL.name],
    summary: tool.title,
    description: describe(tool),
    security: [{ tenantKey: ["tools:call", ...tool.scopes] }],
    parameters: (call.parameters ?? []).filter((one) => one.in !== "path"),
    requestBody: {
      required: true,
      content: {
        "application/json": { schema: body, examples: { Usual: { value: { arguments: tool.example } } } },
      },
    },
  };
}

function describeSuccess({ responses: { 200: answer } }: OperationObject, success: string): ResponseObject {
  if (!answer || "$ref" in answer) throw new Error("The operation that calls any tool has no answer.");
  const schema = { oneOf: [createReference(success), createReference("DispatchFailure")] };
  return { ...answer, content: { "application/json": { schema } } };
}

/**
 * Creates a tool's request body. Omits the name, which is in the path, and `preview`, whose response differs.
 * Only `callTool` accepts previews.
 */
function createBody(body: JsonSchema, name: string): JsonSchema {
  const { name: _name, preview: _preview, ...others } = getProperties(body);
  return { ...body, properties: { ...others, arguments: createReference(name) } };
}

function replaceProperties(schema: JsonSchema, properties: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...getProperties(schema), ...properties } };
}

function getProperties({ properties }: JsonSchema): Record<string, unknown> {
  return { ...(properties as Record<string, unknown>) };
}

function createReference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

function describe({ description, kinds, needsCredential, idempotency }: ToolDescription): string {
  const need = needsCredential ? "Needs" : "Optionally uses";
  const credential =
    kinds.length === 0 ? "Needs no credential." : `${need} a credential of ${joinKinds(kinds)}.`;
  return `${description}\n\n${credential} ${RETRY_ADVICE[idempotency]} See \`callTool\` for what all tools have in common and for previews.`;
}

const RETRY_ADVICE: Record<Idempotency, string> = {
  read: "It only reads.",
  key: "Retrying a call writes only once: the provider recognises our key.",
  upsert: "Repeating the call overwrites the same record.",
  none: "Repeating the call writes twice; an `Idempotency-Key` prevents that.",
};

function joinKinds(kinds: readonly string[]): string {
  const [last = "", ...others] = kinds.map((kind) => `\`${kind}\``).toReversed();
  return others.length === 0 ? `the kind ${last}` : `the kinds ${others.toReversed().join(", ")} or ${last}`;
}

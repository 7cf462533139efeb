import type { Idempotency } from "@plumbline/core/tool/tool.ts";
import type { JsonSchema } from "@plumbline/core/tool/tool-forms.ts";
import { templatePath } from "../endpoints/list.ts";
import { callTool } from "../endpoints/tools.ts";
import type { OperationObject, ResponseObject } from "./open-api-document.ts";
import type { ToolDescription } from "./tool-descriptions.ts";

const CALL_PATH = templatePath(callTool.path);

type Paths = Record<string, Record<string, OperationObject>>;
type Named = Record<string, JsonSchema>;

/** Parts of the API's description derived from the tools. */
export interface DescribedCalls {
  paths: Paths;
  named: Named;
}

/** The area of the API's description with one operation per tool. */
export const EACH_TOOL = {
  name: "Each tool",
  description:
    "`callTool` once for each tool, with the schemas of its own arguments and result. Programs that are made " +
    "from this description call tools by these.",
};

/**
 * Creates an operation for each tool from the generic one, with the schemas it refers to. Its path contains
 * the tool's name. Throws a plain Error if the generic operation or its schemas are missing.
 */
export function describeToolCalls(
  tools: readonly ToolDescription[],
  { paths, named }: { paths: Paths; named: Named },
): DescribedCalls {
  const call = paths[CALL_PATH]?.post;
  const { ToolCall: body, DispatchSuccess: success } = named;
  if (!call || !body || !success) throw new Error("The operation that calls any tool is not described.");
  const made: DescribedCalls = { paths: {}, named: {} };
  for (const tool of tools) {
    const type = typeName(tool.name);
    made.named[`${type}Arguments`] = tool.arguments;
    made.named[`${type}Result`] = tool.result;
    made.named[`${type}Success`] = withProperties(success, { result: reference(`${type}Result`) });
    const path = CALL_PATH.replace("{name}", tool.name);
    const responses = { ...call.responses, 200: answerOf(call, `${type}Success`) };
    made.paths[path] = {
      post: { ...toolOperation(tool, call, bodyOf(body, `${type}Arguments`)), responses },
    };
  }
  return made;
}

function toolOperation(tool: ToolDescription, call: OperationObject, body: JsonSchema): OperationObject {
  return {
    ...call,
    operationId: tool.name,
    tags: [EACH_TOOL.name],
    summary: tool.title,
    description: told(tool),
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

function answerOf({ responses: { 200: answer } }: OperationObject, success: string): ResponseObject {
  if (!answer || "$ref" in answer) throw new Error("The operation that calls any tool has no answer.");
  const schema = { oneOf: [reference(success), reference("DispatchFailure")] };
  return { ...answer, content: { "application/json": { schema } } };
}

/**
 * Returns a tool's request body. The name is in the path, and `preview` is left out because it has a
 * different response; only `callTool` accepts it.
 */
function bodyOf(body: JsonSchema, name: string): JsonSchema {
  const { name: _name, preview: _preview, ...others } = propertiesOf(body);
  return { ...body, properties: { ...others, arguments: reference(name) } };
}

function withProperties(schema: JsonSchema, properties: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...propertiesOf(schema), ...properties } };
}

function propertiesOf({ properties }: JsonSchema): Record<string, unknown> {
  return { ...(properties as Record<string, unknown>) };
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

/** Converts a tool's name to a type name, such as `ChatappDm`. */
function typeName(tool: string): string {
  return tool.replace(/(?:^|_+)([a-z0-9])/g, (_, first: string) => first.toUpperCase());
}

function told({ description, kinds, needsCredential, idempotency }: ToolDescription): string {
  const need = needsCredential ? "Needs" : "Takes, if it is named,";
  const credential = kinds.length === 0 ? "Takes no credential." : `${need} a credential of ${list(kinds)}.`;
  return `${description}\n\n${credential} ${SECOND_TRY[idempotency]} See \`callTool\` for what all tools have in common, and for previews.`;
}

const SECOND_TRY: Record<Idempotency, string> = {
  read: "It only reads.",
  key: "A second try of one call writes once: the provider knows our key again.",
  upsert: "A second call overwrites the same thing.",
  none: "A second call writes twice; an `Idempotency-Key` prevents that.",
};

function list(kinds: readonly string[]): string {
  const [last = "", ...others] = kinds.map((kind) => `\`${kind}\``).toReversed();
  return others.length === 0 ? `the kind ${last}` : `the kinds ${others.toReversed().join(", ")} or ${last}`;
}

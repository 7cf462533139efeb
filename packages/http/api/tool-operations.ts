import { TOOL_FORMATS } from "@plumbline/core/tool/tool-forms.ts";
import * as z from "zod";
import { TOOL_CALL_BODY_LIMIT } from "./body-limit.ts";
import { dispatchResult } from "./dispatch-schemas.ts";
import { json, type Operation } from "./operation.ts";
import { toolList } from "./tool-schemas.ts";

export const listTools = {
  id: "listTools",
  method: "GET",
  path: "/api/v1/tools",
  access: "tools:read",
  tag: "Tools",
  summary: "List the tools",
  description:
    "Every tool, with the JSON Schemas of its arguments and its result. With `format` each is in the form its provider takes, where `:` " +
    "in a name is written `__`; both spellings are accepted everywhere.",
  query: z.strictObject({
    format: z.enum(TOOL_FORMATS).optional().describe("The form to give each tool in; ours when left out."),
  }),
  answers: { 200: json("All tools, on one page.", toolList) },
} satisfies Operation;

/** What the `Idempotency-Key` header may be: visible ASCII, so that it is the same text on every way here. */
export const idempotencyKey = z.string().regex(/^[!-~]{1,255}$/, "must be 1 to 255 visible ASCII characters");

export const callTool = {
  id: "callTool",
  method: "POST",
  path: "/api/v1/tools/:name",
  access: "tools:call",
  tag: "Tools",
  summary: "Call a tool",
  description:
    "Carries out the tool and answers how it ended. What goes wrong in the tool or at its provider is an answer with `ok` false, bad " +
    "arguments included: the list of tools has their schemas.\n\n" +
    "`credential` names the account that was used. Without `credential_id` a tool takes the tenant's " +
    "only credential that fits by kind and metadata and is not revoked, whatever its status; when " +
    "several fit, the refusal lists at most twenty of them and nothing is sent. `http_post_json` " +
    "sends no stored key unless `credential_id` names one.\n\n" +
    "With an `Idempotency-Key` the call happens once: the same key with the same call answers the " +
    "first result again for 24 hours, marked by the header `idempotent-replayed`. A success and an " +
    "`outcome_unknown` are kept: look whether it arrived, and use a new key to send it again. After " +
    "any other failure the same call may be made again with its key.\n\n" +
    "With `preview: true` nothing is sent: `result.requests` shows what would be, without secrets, the first request exactly and later ones " +
    "with placeholders. A preview takes no `Idempotency-Key`.",
  params: z.object({
    name: z.string().meta({
      description: "The tool's name, in either spelling.",
      examples: ["chatapp_dm", "social_post:microblog"],
    }),
  }),
  headers: z.object({
    "idempotency-key": idempotencyKey.optional().describe("Makes the call happen once; any text you choose."),
  }),
  body: z
    .strictObject({
      arguments: z.record(z.string(), z.unknown()).describe("As the tool's `input_schema` says."),
      preview: z.boolean().optional().describe("`true`: show what would be sent, and send nothing."),
    })
    .meta({ id: "ToolCall" }),
  bodyLimit: TOOL_CALL_BODY_LIMIT,
  examples: {
    "A message": { arguments: { to: "ada@example.com", text: "The engine is ready." } },
    "What a message would send": { arguments: { to: "ada@example.com", text: "Hello" }, preview: true },
  },
  answers: { 200: json("How the call ended.", dispatchResult, ["idempotent-replayed"]) },
  refusals: {
    not_found: "There is no tool with this name.",
    conflict:
      "The `Idempotency-Key` came with another call before, or its first call is still under way (then with `retry-after`).",
  },
} satisfies Operation;

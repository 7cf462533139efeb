import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { listUsableTools } from "@plumbline/core/policy/decide.ts";
import { findTool } from "@plumbline/core/policy/find-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { TOOL_FORMATS, type ToolFormat } from "@plumbline/core/tool/tool-formats.ts";
import { buildToolForm, describeTool } from "@plumbline/core/tool/tool-forms.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { createFieldError } from "../problems.ts";
import { callOptions, readJson, readQuery } from "../request.ts";
import { TOOL_CALL_BODY_LIMIT } from "../request-body.ts";
import { dispatchResult } from "./call-schemas.ts";
import { addReconnectLink } from "./connections.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import {
  allowDestinations,
  chosenId,
  idempotencyKey,
  readIdempotencyKey,
  readNamedConversation,
  recordId,
} from "./fields.ts";
import { toolList } from "./tool-schemas.ts";

const listTools = operation({
  id: "listTools",
  access: "tools:read",
  summary: "List the tools",
  description:
    "Every tool that the key may use, with the JSON Schemas of its arguments and its result. With `format`, each is in the form of that model provider, with `:` " +
    "in names written as `__`; both spellings are accepted everywhere.",
  query: z.strictObject({
    format: z
      .enum(TOOL_FORMATS)
      .optional()
      .describe("The form to return each tool in. Default: Plumbline's own."),
  }),
  answers: () => ({ 200: jsonAnswer("All tools, on one page.", toolList) }),
});

export const callTool = operation({
  id: "callTool",
  access: "tools:call",
  summary: "Call a tool",
  description:
    "Calls the tool and returns the result. If the tool or its provider fails, the response is a 200 with `ok` false, including for invalid " +
    "arguments; the list of tools has their schemas.\n\n" +
    "`credential` says which account was used. Without `credential_id` a tool uses the tenant's " +
    "only credential that matches by kind and metadata and is not revoked, whatever its status. If " +
    "several match, the refusal lists at most twenty of them and nothing is sent. `http_post_json` " +
    "sends no stored key unless `credential_id` is given.\n\n" +
    "With an `Idempotency-Key` the call happens once: repeating the call with the same key returns the " +
    "first result for 24 hours, marked by the header `idempotent-replayed`. A success is kept. So is an " +
    "`outcome_unknown` of a write whose repeat is not safe: check whether the call arrived, and use a new key to send it again. After " +
    "any other failure the call can be repeated with the same key.\n\n" +
    'Arguments in a different form than the schema\'s (`"5"` for 5, null for a missing one, one value for a list, JSON as text) are converted ' +
    "if the meaning is clear; `corrected` lists them.\n\n" +
    "A call that needs approval returns `approval_required` with an `approval_id`. Repeating the call with that id in the body " +
    "returns its result once somebody has approved it, and sends nothing itself.\n\n" +
    "With `preview: true` nothing is sent: `result.requests` shows the requests without secrets, the first one exactly and later ones " +
    "with placeholders. A preview does not accept an `Idempotency-Key`.",
  params: z.object({
    name: z.string().meta({
      description: "The tool's name, in either spelling.",
      examples: ["chatapp_dm", "social_post:microblog"],
    }),
  }),
  headers: z.object({
    "idempotency-key": idempotencyKey
      .optional()
      .describe("Makes sure the call happens only once. Any text you choose."),
    "x-conversation-id": chosenId
      .optional()
      .describe("The conversation that the call belongs to; see docs/conversations.md. Any text you choose."),
    "x-run-id": chosenId
      .optional()
      .describe(
        "A run of your own agent loop. Without `x-conversation-id` it counts as a separate conversation.",
      ),
  }),
  body: z
    .strictObject({
      name: z.string().optional().describe("The tool in the path, in either spelling; optional."),
      arguments: z
        .union([z.record(z.string(), z.unknown()), z.string()], "must be an object")
        .nullable()
        .describe("Matches the tool's `input_schema`; also accepted as JSON text, or null for no arguments."),
      approval_id: recordId
        .optional()
        .describe("The id from an earlier, identical call: returns its outcome and sends nothing."),
      preview: z.boolean().optional().describe("`true`: show what would be sent, and send nothing."),
      allow_destinations: allowDestinations,
    })
    .meta({ id: "ToolCall" }),
  bodyLimit: TOOL_CALL_BODY_LIMIT,
  examples: {
    "A message": { arguments: { to: "ada@example.com", text: "The engine is ready." } },
    "What a message would send": { arguments: { to: "ada@example.com", text: "Hello" }, preview: true },
  },
  answers: () => ({ 200: jsonAnswer("The result of the call.", dispatchResult, ["idempotent-replayed"]) }),
  refusals: {
    forbidden:
      "The key lacks a scope that the tool or its arguments need, or may not use the tool; or the tenant's policy does not allow it.",
    not_found: "There is no tool with this name.",
    conflict:
      "The `Idempotency-Key` or the `approval_id` belongs to a different call, or the first call with the key is still in progress (then with `retry-after`).",
  },
});

/** Creates the routes that list and call tools. */
export function toolRoutes(service: Service): readonly Route[] {
  const { registry, dispatcher, idempotentCalls, conversations, followUps, clock } = service;
  const lists = new ToolLists();
  return [
    route(listTools, async (context, caller) => {
      const { format } = readQuery(context, listTools.query);
      return context.body(lists.get(await listUsableTools(caller, registry), format), 200, {
        "content-type": "application/json",
      });
    }),
    route(callTool, async (context, caller) => {
      const name = context.req.param("name") ?? "";
      // Checks the name before the body, because the body's format depends on it.
      const tool = await findTool(registry, caller, name);
      const key = readIdempotencyKey(context);
      const call = await readJson(context, callTool.body, callTool.bodyLimit, "arguments.");
      if (call.name !== undefined && (await registry.get(call.name)) !== tool) {
        const message = `The body and the path name different tools; the path says ${tool.name}.`;
        throw createFieldError("name", `must be ${tool.name} or left out`, message);
      }
      const sendsNothing = call.approval_id !== undefined || call.preview === true;
      if (tool.effect === "read" || sendsNothing) context.env?.noteRead?.();
      const options = callOptions(context, service.publicUrl);
      if (call.approval_id !== undefined) {
        // An approved call is carried out when it is approved, and only once.
        if (key !== undefined || call.preview) {
          const message = "A call with approval_id accepts neither an Idempotency-Key nor preview.";
          throw createFieldError("approval_id", "must be used without preview and Idempotency-Key", message);
        }
        const same = { tool, arguments: call.arguments };
        return context.json(await service.approvalAnswers.answer(caller, call.approval_id, same));
      }
      if (call.preview) {
        if (key !== undefined) {
          const message = "A preview does not accept an Idempotency-Key, because nothing is kept.";
          throw createFieldError("Idempotency-Key", "is not allowed in a preview", message);
        }
        return context.json(await dispatcher.preview(caller, name, call.arguments, options));
      }
      const showTool = async (result: DispatchResult) =>
        context.json(result.ok ? result : await addReconnectLink(result, caller, context, service));
      const named = readNamedConversation(context, call.allow_destinations);
      return conversations.trackCall(caller, named, tool, async (trace, ledger) => {
        const traced = { ...options, trace, runId: named.runId ?? named.conversationId };
        const { args } = await followUps.complete(tool, call.arguments, { ledger, now: clock.now() });
        const { result, replayed } =
          key === undefined
            ? { result: await dispatcher.call(caller, name, args, traced), replayed: false }
            : await idempotentCalls.call(caller, { key, name, arguments: args }, traced);
        if (replayed) context.header("idempotent-replayed", "true");
        await followUps.note(result, ledger);
        return showTool(result);
      });
    }),
  ];
}

/** Maximum number of cached lists. Few lists differ, because most keys may use all tools. */
const MAX_CACHED_LISTS = 40;

/** Caches the lists of tools. The full list has 80 KB, and creating its schemas takes milliseconds. */
class ToolLists {
  readonly #lists = new Map<string, Uint8Array<ArrayBuffer>>();
  readonly #texts = new Map<ToolFormat | undefined, Map<Tool, string>>();

  get(tools: readonly Tool[], format: ToolFormat | undefined): Uint8Array<ArrayBuffer> {
    const key = [format ?? "own", ...tools.map(({ name }) => name)].join(" ");
    const kept = this.#lists.get(key);
    if (kept) return kept;
    const items = tools.map((tool) => this.#format(tool, format));
    const text = `{"items":[${items.join(",")}],"next_cursor":null}`;
    const list = new Uint8Array(new TextEncoder().encode(text));
    if (this.#lists.size >= MAX_CACHED_LISTS) this.#lists.clear();
    this.#lists.set(key, list);
    return list;
  }

  #format(tool: Tool, format: ToolFormat | undefined): string {
    const texts = this.#texts.get(format) ?? new Map<Tool, string>();
    this.#texts.set(format, texts);
    const text = texts.get(tool) ?? JSON.stringify(format ? buildToolForm(tool, format) : describeTool(tool));
    texts.set(tool, text);
    return text;
  }
}

import { createMcpHandler } from "@modelcontextprotocol/server";
import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { describeUnexpected } from "@plumbline/core/log/logger.ts";
import { explainRefusedTool } from "@plumbline/core/policy/decide.ts";
import { toModelName } from "@plumbline/core/tool/define-tool.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { buildApproveUrl } from "../endpoints/approvals.ts";
import { readMetaConversation } from "../endpoints/fields.ts";
import type { RepeatedCall, ShownWaitingCall } from "./ask-person.ts";
import { createToolServer } from "./tool-server.ts";

export interface McpExchange {
  caller: TenantCaller;
  /** Tools that this client requested. */
  tools: readonly Tool[];
  /** Maximum length of a result for this client, in characters. */
  maxResultChars: number;
  options: CallOptions;
  request: Request;
  /** The parsed body of the request. */
  message: unknown;
}

/**
 * Responds to one message over the Streamable HTTP transport without sessions. Supports clients of protocol
 * 2026-07-28 and, with `initialize`, 2025-11-25 and earlier. Loaded on first use, because loading the SDK
 * takes as long as everything else.
 */
export async function serveMcp(
  service: Service,
  { caller, tools, maxResultChars, options, request, message }: McpExchange,
): Promise<Response> {
  const { dispatcher, conversations, followUps, clock, logger } = service;
  // Errors of a refused request, such as a wrong Accept, are in its response and need no stack in the log.
  let early: Error[] | undefined = [];
  const report = (error: Error) => {
    if (early) early.push(error);
    else logger.log("warn", "mcp_error", { request_id: options.requestId, ...describeUnexpected(error) });
  };
  const handler = createMcpHandler(
    () => {
      const server = createToolServer({
        tools: tools.filter((tool) => explainRefusedTool(caller, tool) === undefined),
        maxResultChars,
        find: (name) => tools.find((tool) => tool.name === name || toModelName(tool.name) === name),
        readWaiting: (approvalId) => readWaiting(service, caller, approvalId),
        answerAgain: (tool, args, again) => applyDecision(service, { caller, options }, tool, args, again),
        call: async (tool, args, { signal, meta, client, onProgress }) => {
          const named = readMetaConversation(meta, client);
          return conversations.trackCall(caller, named, tool, async (trace, ledger) => {
            const completed = await followUps.complete(tool, args, { ledger, now: clock.now() });
            const result = await dispatcher.call(caller, tool.name, completed.args, {
              ...options,
              onProgress,
              trace,
              runId: named.runId ?? named.conversationId,
              // The SDK's own signal misses a client that disconnected before the SDK started.
              signal: AbortSignal.any([signal, request.signal]),
            });
            await followUps.note(result, ledger);
            return result;
          });
        },
      });
      server.onerror = report;
      return server;
    },
    { onerror: report },
  );
  const response = await handler.fetch(request, { parsedBody: wrapArguments(message) });
  const unexpected = response.status >= 400 && response.status < 500 ? [] : early;
  early = undefined;
  unexpected.forEach(report);
  return response;
}

/** Reads a waiting call of this caller, if the policy accepts decisions from the client as its person's. */
async function readWaiting(
  { approvals, approvalAnswers, mayApproveInClient }: Service,
  caller: TenantCaller,
  approvalId: string,
): Promise<ShownWaitingCall | undefined> {
  if (!mayApproveInClient(caller)) return undefined;
  const record = await approvalAnswers.findOwn(caller, approvalId);
  const shown = approvals.detail(caller, record);
  const [detail, { binding }] = await Promise.all([shown, approvals.call(record)]);
  return { detail, fingerprint: binding };
}

/**
 * Applies the person's decision, if decisions from the client are accepted and the person saw exactly this
 * call.
 */
async function applyDecision(
  { approvals, approvalAnswers, mayApproveInClient }: Service,
  { caller, options }: Pick<McpExchange, "caller" | "options">,
  tool: Tool,
  args: unknown,
  { approvalId, said }: RepeatedCall,
): Promise<DispatchResult> {
  const { record, call } = await approvalAnswers.findRepeated(caller, approvalId, { tool, arguments: args });
  if (said?.fingerprint === call.binding && mayApproveInClient(caller)) {
    const { deadline, requestId } = options;
    const by = { ...caller, requestId, inClient: true as const };
    const decided = { decision: said.decision, by, options: { deadline, requestId } };
    await approvals.decide(caller.tenantId, approvalId, decided).catch((error: unknown) => {
      // Someone decided elsewhere in the meantime. That decision is final and is returned.
      if (!(error instanceof ServiceError && error.code === "conflict")) throw error;
    });
  }
  const result = await approvalAnswers.resultOf(await approvalAnswers.findOwn(caller, record.id));
  if (result.ok || result.error_code !== "approval_required") return result;
  return { ...result, approve_url: buildApproveUrl(options.baseUrl ?? "", result.changed_to ?? approvalId) };
}

const toolCall = z.looseObject({
  method: z.literal("tools/call"),
  params: z.looseObject({ arguments: z.union([z.string(), z.null()]) }),
});

/**
 * Replaces arguments that are not an object, which the SDK would reject before a tool could read them. Some
 * clients send null for no arguments. Wraps JSON text, so that the tool can read it.
 */
function wrapArguments(message: unknown): unknown {
  const call = toolCall.safeParse(message).data;
  if (!call) return message;
  const { arguments: args } = call.params;
  return { ...call, params: { ...call.params, arguments: args === null ? {} : { arguments: args } } };
}

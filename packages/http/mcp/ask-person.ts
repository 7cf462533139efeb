import {
  CLIENT_CAPABILITIES_META_KEY,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ApprovalDetail } from "@plumbline/core/approvals/approval.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { escapeInvisible, formatReadableJson } from "@plumbline/core/text/visible-json.ts";
import * as z from "zod";
import { recordId } from "../endpoints/fields.ts";

/** Name of an approval's ID in `_meta` of an MCP call. */
const META_APPROVAL_ID = "plumbline/approval-id";

/** Names of the input requests to the client. The client returns each response under the request's name. */
const DECISION = "decision";
const PAGE = "approval";

/**
 * Maximum length of a question, in characters. A person must be able to read all of it, so longer calls are
 * decided on the approval page.
 */
const MAX_QUESTION = 8_000;

type McpRequest = Pick<ServerContext["mcpReq"], "envelope" | "requestState" | "inputResponses">;

/** A waiting call as its own caller may see it. */
export interface ShownWaitingCall {
  detail: ApprovalDetail;
  /** See `hashBinding`: covers everything that the call would do. */
  fingerprint: string;
}

/** A repeated call with the person's decision from the client. */
export interface RepeatedCall {
  approvalId: string;
  /** The decision. Omitted if the client was not asked or nobody decided there. */
  said?: { decision: "approve" | "deny"; fingerprint: string } | undefined;
}

/** Capabilities that a client sends with each request. */
const capabilities = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({
    elicitation: z.looseObject({
      form: z.looseObject({}).optional(),
      url: z.looseObject({}).optional(),
    }),
  }),
});

/** Returns how a client can ask its person. An empty capability means forms. */
function readAskingModes(envelope: unknown): { form: boolean; url: boolean } {
  const declared = capabilities.safeParse(envelope).data?.[CLIENT_CAPABILITIES_META_KEY].elicitation;
  const url = declared?.url !== undefined;
  return { form: declared !== undefined && (declared.form !== undefined || !url), url };
}

/**
 * Separates the argument `approval_id` from a tool's arguments. A model can add an argument, but cannot write
 * `_meta`. No tool has an argument of this name.
 */
export function separateApprovalId(args: unknown): { args: unknown; approvalId?: unknown } {
  const { approval_id: approvalId, ...rest } = z.looseObject({}).safeParse(args).data ?? {};
  return approvalId === undefined ? { args } : { args: rest, approvalId };
}

/**
 * Recognizes a repeated call: with an approval's ID as an argument or in `_meta`, or from a client that has
 * asked its person. The client's data is not trusted, so the service verifies the caller and that it is the
 * same call. Throws ServiceError `bad_request` for an invalid ID.
 */
export function readRepeatedCall(
  approvalIdArgument: unknown,
  meta: unknown,
  request: McpRequest,
): RepeatedCall | undefined {
  const state = request.requestState();
  const inMeta = (meta as Record<string, unknown> | undefined)?.[META_APPROVAL_ID];
  const named = state ?? approvalIdArgument ?? inMeta;
  if (named === undefined) return undefined;
  const [id, fingerprint] = String(named).split(".");
  const approvalId = recordId.safeParse(id);
  if (!approvalId.success)
    throw new ServiceError("bad_request", "approval_id must be the approval_id of a call that waits.");
  const answer = inputResponse(request.inputResponses, DECISION);
  const decision = answer.kind === "elicit" ? DECISIONS.get(answer.action) : undefined;
  return {
    approvalId: approvalId.data,
    said: decision === undefined || fingerprint === undefined ? undefined : { decision, fingerprint },
  };
}

/** Maps responses to decisions. A dismissed question decides nothing. */
const DECISIONS: ReadonlyMap<string, "approve" | "deny"> = new Map([
  ["accept", "approve"],
  ["decline", "deny"],
]);

/**
 * Makes the client ask its person about a waiting call: by a question if the client's decision is accepted,
 * otherwise by the approval page. Returns `undefined` if the call does not wait or the client cannot ask.
 * `read` returns `undefined` if the client's decision is not accepted.
 */
export async function askPerson(
  result: DispatchResult,
  { envelope }: McpRequest,
  read: (approvalId: string) => Promise<ShownWaitingCall | undefined>,
): Promise<InputRequiredResult | undefined> {
  if (result.ok || result.error_code !== "approval_required") return undefined;
  const { approval_id: id, approve_url: url, refusal_reason: reason } = result;
  const can = readAskingModes(envelope);
  const waiting = can.form && id !== undefined ? await read(id) : undefined;
  const question = waiting && writeQuestion(waiting.detail);
  if (waiting && question !== undefined && question.length <= MAX_QUESTION)
    return inputRequired({
      inputRequests: {
        [DECISION]: inputRequired.elicit({
          message: question,
          requestedSchema: { type: "object", properties: {} },
        }),
      },
      requestState: `${id}.${waiting.fingerprint}`,
    });
  if (!can.url || id === undefined || url === undefined) return undefined;
  const message = `${reason} Open the page, decide there, then continue here. Nothing is sent before that.`;
  return inputRequired({
    inputRequests: { [PAGE]: inputRequired.elicitUrl({ message, url }) },
    requestState: id,
  });
}

/** Describes everything that the person must know, with characters that could hide something written out. */
function writeQuestion({ tool, reason, credential, destinations, ...call }: ApprovalDetail): string {
  const places = destinations.map(({ kind, value }) => `- ${kind}: ${escapeInvisible(value)}`);
  return [
    escapeInvisible(reason),
    `Call ${tool}${credential ? ` with the account ${escapeInvisible(credential.label)}` : ""}:`,
    formatReadableJson(call.arguments),
    ...(places.length > 0 ? [`Destinations:\n${places.join("\n")}`] : []),
    `What would be sent:\n${formatReadableJson(call.preview)}`,
    "Accept to send exactly this, once. Decline to never send it.",
  ].join("\n\n");
}

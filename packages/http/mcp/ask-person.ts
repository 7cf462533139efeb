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
import { readableJson, writeUnseen } from "@plumbline/core/text/visible-json.ts";
import * as z from "zod";
import { recordId } from "../endpoints/fields.ts";

/** The name of an approval's id in `_meta` of an MCP call. */
const META_APPROVAL_ID = "plumbline/approval-id";

/** Names of what the client is asked for, under which its answer comes back. */
const DECISION = "decision";
const PAGE = "approval";

/** Characters of a question: a person has to read it whole, so a longer call is decided about on its page. */
const LONGEST_QUESTION = 8_000;

type McpRequest = Pick<ServerContext["mcpReq"], "envelope" | "requestState" | "inputResponses">;

/** A call that waits, as its own caller may see it. */
export interface ShownWaitingCall {
  detail: ApprovalDetail;
  /** See `approvalBinding`: all that the call would do. */
  fingerprint: string;
}

/** A call that is made again, and what its person said in the client. */
export interface CallMadeAgain {
  approvalId: string;
  /** Left out where the client was not asked, or nobody decided there. */
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

/** Ways in which a client can ask its person. An empty capability means forms. */
function waysToAsk(envelope: unknown): { form: boolean; url: boolean } {
  const declared = capabilities.safeParse(envelope).data?.[CLIENT_CAPABILITIES_META_KEY].elicitation;
  const url = declared?.url !== undefined;
  return { form: declared !== undefined && (declared.form !== undefined || !url), url };
}

/**
 * Reads that a call is made again: with an approval's id in `_meta`, or by a client that has asked its
 * person. What the client brings back is no secret and gives no right: the service looks whose call it is,
 * and whether it is the call that was shown. Throws ServiceError `bad_request` for anything but an id.
 */
export function callMadeAgain(meta: unknown, request: McpRequest): CallMadeAgain | undefined {
  const state = request.requestState();
  const named = state ?? (meta as Record<string, unknown> | undefined)?.[META_APPROVAL_ID];
  if (named === undefined) return undefined;
  const [id, fingerprint] = String(named).split(".");
  const approvalId = recordId.safeParse(id);
  if (!approvalId.success)
    throw new ServiceError("bad_request", `_meta: ${META_APPROVAL_ID} must be the approval_id of a call.`);
  const answer = inputResponse(request.inputResponses, DECISION);
  const decision = answer.kind === "elicit" ? DECISIONS.get(answer.action) : undefined;
  return {
    approvalId: approvalId.data,
    said: decision === undefined || fingerprint === undefined ? undefined : { decision, fingerprint },
  };
}

/** A question that was closed decides nothing. */
const DECISIONS: ReadonlyMap<string, "approve" | "deny"> = new Map([
  ["accept", "approve"],
  ["decline", "deny"],
]);

/**
 * Has the client ask its person about a call that waits: by a question where the client's word counts, else
 * by the page on which a person decides. `undefined` where the call does not wait, or the client does not say
 * that it can ask. `read` returns nothing where the client's word does not count.
 */
export async function askPerson(
  result: DispatchResult,
  { envelope }: McpRequest,
  read: (approvalId: string) => Promise<ShownWaitingCall | undefined>,
): Promise<InputRequiredResult | undefined> {
  if (result.ok || result.error_code !== "approval_required") return undefined;
  const { approval_id: id, approve_url: url, refusal_reason: reason } = result;
  const can = waysToAsk(envelope);
  const waiting = can.form && id !== undefined ? await read(id) : undefined;
  const question = waiting && questionAbout(waiting.detail);
  if (waiting && question !== undefined && question.length <= LONGEST_QUESTION)
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
  const message = `${reason} Open the page, decide there, and then go on here. Nothing is sent before that.`;
  return inputRequired({
    inputRequests: { [PAGE]: inputRequired.elicitUrl({ message, url }) },
    requestState: id,
  });
}

/** All that a person has to know, with characters that could hide something written out. */
function questionAbout({ tool, reason, credential, destinations, ...call }: ApprovalDetail): string {
  const places = destinations.map(({ kind, value }) => `- ${kind}: ${writeUnseen(value)}`);
  return [
    writeUnseen(reason),
    `Call of ${tool}${credential ? ` with the account ${writeUnseen(credential.label)}` : ""}:`,
    readableJson(call.arguments),
    ...(places.length > 0 ? [`It goes to:\n${places.join("\n")}`] : []),
    `What would be sent:\n${readableJson(call.preview)}`,
    "Accept to send exactly this, once. Decline, and it is never sent.",
  ].join("\n\n");
}

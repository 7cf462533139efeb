import type { ToolCaller } from "../access/caller.ts";
import type { Clock, Random } from "../clock/clock.ts";
import type { CredentialRecord } from "../credentials/credential.ts";
import type { CredentialResolver } from "../credentials/resolver.ts";
import type { Egress } from "../egress/egress.ts";
import type { HttpClient } from "../egress/http-message.ts";
import { AdapterError, AdapterValidationError } from "../errors/adapter-error.ts";
import { ASK_FOR_DESTINATION, type Decision, decide, STATE_CONVERSATION } from "../policy/decide.ts";
import { type Destination, redactDestination } from "../tool/destination.ts";
import type { ShownChanges, Tool } from "../tool/tool.ts";
import {
  type ApprovalDestination,
  type ApprovalPort,
  type BoundCall,
  hashBinding,
  type ShownCall,
} from "./approval-port.ts";
import { Call } from "./call.ts";
import { CallContext, selectFetchClient, selectHttpClient } from "./call-context.ts";
import { previewRequests } from "./preview-requests.ts";
import { redactResult } from "./redaction.ts";

/** Thrown after a call was stored for approval. None of its requests was sent. */
export class ApprovalRequired extends Error {
  override readonly name = "ApprovalRequired";
  readonly approvalId: string;
  /** Advice to the caller's program on avoiding the question next time. */
  readonly advice: string | undefined;

  constructor(reason: string, approvalId: string, advice?: string) {
    super(reason);
    this.approvalId = approvalId;
    this.advice = advice;
  }
}

interface ApprovalStepOptions {
  /** If omitted, calls that need approval are refused. */
  approvals?: ApprovalPort | undefined;
  resolver: CredentialResolver;
  egress: Egress;
  clock: Clock;
  random: Random;
}

/**
 * Returns if the call needs no approval or has been approved. Otherwise stores it for approval and throws
 * ApprovalRequired. Throws AdapterValidationError if the policy forbids a destination, or if the call differs
 * from the approved one. Rethrows errors of the preview, so that nobody is asked to approve a call that could
 * not be sent.
 */
export async function passApproval(
  call: Call,
  caller: ToolCaller,
  input: Record<string, unknown>,
  ports: ApprovalStepOptions,
): Promise<void> {
  const { tool, options } = call;
  const { credential } = call.progress;
  const { trace, approved } = options;
  const listDestinations = async (account: CredentialRecord | undefined) =>
    (await tool.destinations?.(input, account && { kind: account.kind, label: account.label })) ?? [];
  const destinations = await listDestinations(credential);
  const decision = await decide({
    tool,
    destinations,
    policy: caller.policy,
    trace: options.followsUntrustedText === false ? undefined : trace,
  });
  if (decision.may === "not")
    throw new AdapterValidationError(decision.reason, { nextStep: ASK_FOR_DESTINATION });
  const bound: BoundCall = { tool, arguments: call.arguments, credential, destinations };
  if (approved) {
    const credentialThen = credential && { ...credential, ...approved.as };
    const destinationsThen = await listDestinations(credentialThen);
    const boundThen = { ...bound, credential: credentialThen, destinations: destinationsThen };
    if (approved.binding === hashBinding(boundThen)) return;
    throw new AdapterValidationError(
      "This call has changed since it was approved: its account, its destinations or its arguments.",
      { nextStep: "Make the call again and have the new version approved." },
    );
  }
  const hold = await findHold(call, caller, decision, ports.approvals);
  if (!hold) return;
  const { reason, places } = hold;
  if (!ports.approvals) throw new AdapterValidationError(`${reason} Approvals are not available here.`);
  const conversation = trace?.conversation;
  const { approvalId } = await ports.approvals.ask({
    ...bound,
    caller,
    shown: await describeCall(call, destinations, reason, ports),
    requestId: options.requestId,
    runId: options.runId,
    conversation,
    readBefore: conversation && (await trace?.listReads()),
    places,
  });
  const isAvoidable = places !== undefined && trace?.isWithoutRun;
  throw new ApprovalRequired(reason, approvalId, isAvoidable ? STATE_CONVERSATION : undefined);
}

/** Why a call must wait for approval. */
interface Hold {
  reason: string;
  /** The destinations to approve, if they are the only reason. */
  places?: readonly Destination[] | undefined;
}

/** Returns why a call must wait for approval. Returns `undefined` if it may be sent now. */
async function findHold(
  { options: { heldBecause, trace }, progress: { credential } }: Call,
  caller: ToolCaller,
  decision: Decision,
  approvals: ApprovalPort | undefined,
): Promise<Hold | undefined> {
  const held = heldBecause === undefined ? undefined : { reason: heldBecause };
  if (decision.may !== "wait") return held;
  const { reason, places } = decision;
  const conversation = trace?.conversation;
  if (places && (await approvals?.allows({ caller, conversation, credential, places }))) return held;
  if (!held) return { reason, places };
  // If a person changed a waiting call, its reason quotes the policy's reason for the original.
  return held.reason.includes(reason) ? held : { reason };
}

/**
 * Returns the call as shown to the person who decides. The preview runs first: it decrypts every secret that
 * the output could contain, so that all of them are redacted.
 */
async function describeCall(
  { tool, arguments: args, owner, options }: Call,
  destinations: readonly ApprovalDestination[],
  reason: string,
  ports: ApprovalStepOptions,
): Promise<ShownCall> {
  const call = new Call({ event: "tool_preview", tool, arguments: args, owner, options }, ports.clock);
  const input = await call.prepare(ports.resolver);
  const preview = await previewRequests(call, input, ports);
  const changes = await readChanges(call, input, destinations, ports);
  const places = destinations.map(({ kind, value, argument }) => ({
    kind,
    value: call.secrets.redact(redactDestination({ kind, value, argument })),
  }));
  return {
    reason: call.secrets.redact(reason),
    arguments: sortArguments(tool, call.showArguments()),
    destinations: places,
    preview,
    changes,
  };
}

/** Sorts arguments as the tool lists them, so that a mail reads from its recipients to its text. */
function sortArguments({ input }: Tool, args: unknown): unknown {
  if (typeof args !== "object" || args === null || Array.isArray(args)) return args;
  const names = Object.keys(input.shape);
  return Object.fromEntries(
    Object.entries(args).toSorted(([one], [other]) => names.indexOf(one) - names.indexOf(other)),
  );
}

/** Time limit of `readChanges` in milliseconds. The caller of the tool waits for it. */
const READ_MS = 10_000;

/**
 * Reads what a call would change or remove, with the call's own account and time limits, in one attempt
 * without writes. Returns `undefined` for a call that leaves existing things as they are. If the tool cannot
 * read them or the read fails, returns the reason. The result has no secrets.
 */
async function readChanges(
  { tool, arguments: args, owner, options, deadline }: Call,
  input: Record<string, unknown>,
  destinations: readonly { kind: string }[],
  { resolver, egress, clock, random }: ApprovalStepOptions,
): Promise<ShownChanges | undefined> {
  if (!tool.changes) {
    const isChange = destinations.some(({ kind }) => kind === "thing");
    return isChange ? { changes: [], unread_because: `${tool.title} cannot read it.` } : undefined;
  }
  const bounded = { ...options, deadline: deadline.within(READ_MS) };
  const read = new Call({ event: "tool_call", tool, arguments: args, owner, options: bounded }, clock);
  try {
    await read.prepare(resolver);
    const http = withoutWrites(selectHttpClient(tool, egress));
    const guarded = withoutWrites(selectFetchClient(tool, egress));
    const context = new CallContext(read, input, { http, guarded, clock, random });
    context.credential = await read.openCredential(resolver);
    const changes = await tool.changes(input, context);
    return redactResult({ changes, unread_because: null }, read.secrets) as ShownChanges;
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    return { changes: [], unread_because: read.secrets.redact(error.message) };
  }
}

/** Returns a client that throws for every request that is not a read. */
function withoutWrites(client: HttpClient): HttpClient {
  return {
    send: (request) => {
      if (request.effect !== "read") throw new Error("A tool tried to write while reading what it changes.");
      return client.send(request);
    },
  };
}

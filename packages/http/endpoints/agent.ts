import { AgentRuns } from "@plumbline/agent/run/agent-runs.ts";
import type { StartedRun } from "@plumbline/agent/run/live-run.ts";
import { findWaitingRun, resumeRun } from "@plumbline/agent/run/resume-run.ts";
import type { RunCallOptions } from "@plumbline/agent/run/run-plan.ts";
import { createDeadline, startRun } from "@plumbline/agent/run/start-run.ts";
import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import type { RunRequestClaim } from "@plumbline/core/conversations/conversation-runs.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { demandToolNames } from "@plumbline/core/policy/find-tool.ts";
import { GROUNDED_RESEARCH } from "@plumbline/grounding";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { createFieldError } from "../problems.ts";
import { callOptions, demandScope, readJson, readQuery } from "../request.ts";
import { admit, type RequestLimits } from "../request-limits.ts";
import { runRoutes } from "./agent-runs.ts";
import { operation, type Route, route } from "./endpoint.ts";
import { idempotencyKey, readIdempotencyKey } from "./fields.ts";
import {
  chooseBodySchema,
  resumeRequest,
  runRequest,
  uiMessageResumeRequest,
  uiMessageRunRequest,
} from "./run-request.ts";
import { protocolQuery, respondWithRun, runAnswer } from "./run-stream.ts";
import { requireCredentials } from "./visibility.ts";

const runAgent = operation({
  id: "runAgent",
  access: "agent",
  summary: "Run the agent",
  description:
    "Streams a run as server-sent events: `start`, then text, tool calls and their results as they happen, then `done`. Each event's name is its " +
    "chunk's `type`, its id counts up from 1, and its data is the chunk as JSON. A comment is sent after 15 s of silence. If a prompt " +
    "needs research, its outcome is streamed before any model output, as a call of `grounded_research`, even if the key or policy does " +
    "not allow that tool: they restrict only what the model itself may call.\n\n" +
    "With `protocol=ui-message` the same run is sent as the AI SDK's UI message stream, ending with `[DONE]`, and the body may be " +
    "what `useChat` posts.\n\n" +
    "A run whose calls need approval ends with the reason `approval`, after an `approval_required` chunk for each call. " +
    'Once all of them are decided, `{"resume": approval_id}` resumes it, once: first the results of the calls, under their original ' +
    "`tool_use_id`s, then the run's research, then the model. Sent earlier, it waits for the decisions; if it times out first, it ends with " +
    "`approval` again, and the run can still be resumed.\n\n" +
    "A lost connection does not end the run: `GET /api/v1/agent/runs/{id}/stream` continues the stream. With an `Idempotency-Key`, " +
    "repeating the request replays the same run instead of starting another. Requests from `useChat` have an implicit key: their `id`, the id of " +
    "the last message and its text. A `regenerate-message` starts a new run once the previous one has ended.\n\n" +
    "With a key that lacks the scope `tools:call`, the model can only do research.",
  query: protocolQuery,
  headers: z.object({
    "idempotency-key": idempotencyKey
      .optional()
      .describe("Makes sure the run happens only once; repeating the request replays it."),
  }),
  body: z.union([runRequest, resumeRequest, uiMessageRunRequest, uiMessageResumeRequest]),
  examples: {
    "A question": { messages: [{ role: "user", content: "Who was Ada Lovelace?" }] },
    "A task with one tool": {
      messages: [{ role: "user", content: "Tell Ada in the team chat that the engine is ready." }],
      tools: ["chatapp_dm"],
      max_steps: 4,
    },
  },
  answers: () => ({ 200: runAnswer }),
  refusals: {
    run_erased: "This request has already started a run, which was erased with its conversation.",
    run_stopped: "The run cannot be resumed, because it was stopped while it waited.",
    forbidden:
      "The key lacks the scope `agent`, lacks `tools:call` while `tools` lists more than research, or is an operator key.",
    not_found:
      "`resume` is not the id of an approval, or the approval belongs to another key or another end user's session.",
    conflict:
      "The run cannot be resumed: it has already been resumed, or no run is waiting for the approval. Or another run of the " +
      "conversation is in progress. Or the `Idempotency-Key` was used for a different request.",
    model_not_configured:
      "The prompt needs no research, so only a model could answer it, and no model is configured.",
  },
});

/**
 * Creates the routes that run the agent. Without a model, the agent responds to grounded prompts with the
 * research outcome.
 */
export function agentRoutes(service: Service): readonly Route[] {
  const runs = new AgentRuns(service);
  return [
    route(runAgent, async (context, caller) => {
      const { protocol } = readQuery(context, runAgent.query);
      const request = await readJson(context, chooseBodySchema(protocol !== undefined));
      refuseUnknownModel(service, request.model);
      const named = nameRequest(readIdempotencyKey(context), request);
      const limits = context.get("limits");
      const options = callOptions(context, service.publicUrl);
      const input = { request, named, limits, options, leaving: context.req.raw.signal };
      const newId = service.random.uuid();
      const runId = await runs.start(caller, newId, () =>
        startOrFindRun({ service, runs, caller }, input, newId),
      );
      return respondWithRun(context, service.clock, protocol, (signal) =>
        runs.read(caller, runId, { signal }),
      );
    }),
    ...runRoutes(service, runs),
  ];
}

type AgentRunRequest = z.output<ReturnType<ReturnType<typeof chooseBodySchema>>>;

interface RunInput {
  request: AgentRunRequest;
  options: CallOptions;
  limits: RequestLimits;
  /** Identifies the request, if repeating it must not start another run. */
  named: Pick<RunRequestClaim, "name" | "request" | "onlyWhileRunning"> | undefined;
  /** Aborts when the client disconnects. */
  leaving: AbortSignal;
}

interface RunPorts {
  service: Service;
  runs: AgentRuns;
  caller: TenantCaller;
}

/** Starts a run with this ID, or finds the run that the same request has started. Returns its ID. */
async function startOrFindRun(
  { service, runs, caller }: RunPorts,
  { request, options, limits, named, leaving }: RunInput,
  runId: string,
): Promise<string> {
  const claim = named && (await service.conversations.runs.claim(caller, { ...named, runId }));
  if (claim && "begun" in claim) return claim.begun.runId;
  const stopping = new AbortController();
  let leave: () => Promise<void> = async () => undefined;
  try {
    await service.model?.ready?.();
    const atMost = caller.policy.concurrent_runs;
    const leaveProcess = await admit(service.shares.runs, caller, { signal: leaving, atMost });
    leave = async () => leaveProcess();
    const until = service.clock.now() + createDeadline(options, service).remainingMs();
    const admitted = limits.admitRun(caller, { runId, until });
    const leaveStage = admitted.catch(() => undefined);
    leave = async () => {
      leaveProcess();
      await (await leaveStage)?.();
    };
    if ("resume" in request) await admitted;
    const stop = () => stopping.abort();
    const call = { ...options, admitted, signal: stopping.signal, stop, stopping: service.stopping };
    const run =
      "resume" in request
        ? await resumeStoredRun({ service, runs, caller }, request, call)
        : await startNewRun(service, caller, request, call, runId);
    if (run.runId !== runId) await claim?.attachTo(run.runId);
    if (run.chunks) runs.execute(caller, { ...run, chunks: releaseAtEnd(run.chunks, leave) }, stopping);
    else await leave();
    return run.runId;
  } catch (error) {
    await leave();
    await claim?.release();
    throw error;
  }
}

/**
 * Releases the run's concurrency permit before its last reader receives the end, because the instance may be
 * frozen after that.
 */
async function* releaseAtEnd(chunks: StartedRun["chunks"], leave: () => Promise<void>): StartedRun["chunks"] {
  try {
    yield* chunks;
  } finally {
    await leave();
  }
}

/**
 * Returns the name that identifies repeated requests: the `Idempotency-Key` or, for a `useChat` request, the
 * chat and its last message.
 */
function nameRequest(key: string | undefined, request: AgentRunRequest): RunInput["named"] {
  if (key !== undefined) return { name: ["key", key], request, onlyWhileRunning: false };
  if ("resume" in request || !("trigger" in request)) return undefined;
  const { trigger, conversation_id: chat, message_id: message } = request;
  if (trigger === undefined || chat === undefined || message === undefined) return undefined;
  return { name: ["chat", request], request, onlyWhileRunning: trigger === "regenerate-message" };
}

async function startNewRun(
  service: Service,
  caller: TenantCaller,
  { trigger: _trigger, ...request }: z.output<typeof runRequest> & { trigger?: string | undefined },
  call: RunCallOptions,
  runId: string,
): Promise<StartedRun> {
  await demandToolNames(service.registry, request.tools ?? [], "tools");
  await requireCredentials(service.credentials, caller, request.credential_ids ?? []);
  const tools = selectTools(caller, request.tools);
  return startRun(service, caller, { ...request, tools }, call, runId);
}

/**
 * Resumes a run with its caller's current permissions. If the request is already being handled, joins that
 * run.
 */
async function resumeStoredRun(
  { service, runs, caller }: RunPorts,
  { resume: approvalId, run_id, model, max_steps: maxSteps }: z.output<typeof resumeRequest>,
  call: RunCallOptions,
): Promise<StartedRun | { runId: string; chunks?: undefined }> {
  const waiting = await findWaitingRun(service, caller, { approvalId, runId: run_id });
  const { run_id: runId } = waiting.run;
  if (runs.isAwaited(caller, runId)) return { runId };
  const listTools = (named: readonly string[] | undefined) => selectTools(caller, named);
  return resumeRun(service, caller, { waiting, asked: { model, maxSteps, toolsOf: listTools } }, call);
}

function refuseUnknownModel({ models }: Service, named: string | undefined): void {
  const ids = models.map(({ id }) => id);
  if (named === undefined || ids.includes(named)) return;
  if (ids.length === 0) {
    throw new ServiceError(
      "model_not_configured",
      "The request specifies a model, but no model is configured; leave it out.",
    );
  }
  const known = ids.length > 1 ? `one of ${ids.join(", ")}` : ids.join();
  const message = `The request specifies a model that is not configured; leave it out, or send ${known}.`;
  throw createFieldError("model", `must be ${known}`, message);
}

/** Returns the tools that the model may call. A caller that may not call tools itself gets only research. */
function selectTools(
  caller: TenantCaller,
  named: readonly string[] | undefined,
): readonly string[] | undefined {
  if (caller.scopes.has("tools:call")) return named;
  if (named?.some((name) => name !== GROUNDED_RESEARCH)) demandScope(caller, "tools:call");
  return named ?? [GROUNDED_RESEARCH];
}

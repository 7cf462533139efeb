import type { RunCallOptions } from "@plumbline/agent/run/agent-run.ts";
import { type Chunk, writeChunkEvents } from "@plumbline/agent/run/chunk.ts";
import type { KeptRun } from "@plumbline/agent/run/kept-run.ts";
import { resumeRun, startRun } from "@plumbline/agent/run/start-run.ts";
import { writeUiMessageEvents } from "@plumbline/agent/run/ui-message-stream.ts";
import type { TenantCaller } from "@plumbline/core/access/caller.ts";
import { ServiceError } from "@plumbline/core/errors/service-error.ts";
import { GROUNDED_RESEARCH } from "@plumbline/grounding";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { EVENT_STREAM_HEADERS, eventStream, UI_MESSAGE_STREAM_HEADERS } from "../event-stream.ts";
import { callOptions, demandScope, readJson, readQuery } from "../request.ts";
import { admit } from "../request-limits.ts";
import { operation, type Route, route } from "./endpoint.ts";
import {
  chooseBodySchema,
  resumeRequest,
  runRequest,
  uiMessageResumeRequest,
  uiMessageRunRequest,
} from "./run-request.ts";
import { streamChunk, uiMessagePart } from "./stream-schemas.ts";

export const runAgent = operation({
  id: "runAgent",
  access: "agent",
  tag: "Agent",
  summary: "Run the agent",
  description:
    "Streams a run as server-sent events: `start`, then text, tools and their results as they come, then `done`. Each event's name is its " +
    "chunk's `type`, its id counts up from 1, its data is the chunk as JSON; a comment goes out after 15 s of silence. A prompt that " +
    "needs research gets its outcome before the model says a word, as a call of `grounded_research`, also where key or policy do " +
    "not allow that tool: they narrow only what the model itself may call.\n\n" +
    "With `protocol=ui-message` the same run is spoken as the AI SDK's UI message stream, ending with `[DONE]`, and the body may be " +
    "what `useChat` posts.\n\n" +
    "A run whose calls wait for a person ends with the reason `approval`, after an `approval_required` chunk for each. Once " +
    'all are decided about, `{"resume": approval_id}` goes on with it, once: first their results, under the `tool_use_id`s that ' +
    "they had, then what the run had researched, then the model.\n\n" +
    "A key without the scope `tools:call` lets the model research and nothing else.",
  query: z.strictObject({
    protocol: z.literal("ui-message").optional().describe("How the run is spoken; as chunks when left out."),
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
  answers: {
    200: {
      description:
        "The run. Each event's data is one StreamChunk, with `protocol=ui-message` one UiMessagePart. A failure after its start is reported as one of its events.",
      content: { "text/event-stream": z.union([streamChunk, uiMessagePart]) },
      headers: ["x-vercel-ai-ui-message-stream"],
    },
  },
  refusals: {
    forbidden:
      "The key lacks the scope `agent`, or `tools:call` while `tools` names one that is not research, or is an operator's.",
    not_found: "`resume` names no approval, or one that another key or another end user's session asked for.",
    conflict:
      "The run cannot be resumed: one of its calls is undecided, it was resumed already, or no run waits for the approval.",
    model_not_configured:
      "The prompt needs no research, so only a model could answer it, and none is configured.",
  },
});

type AgentService = Pick<
  Service,
  | "dispatcher"
  | "registry"
  | "model"
  | "approvals"
  | "waitingRuns"
  | "conversations"
  | "connections"
  | "shares"
  | "clock"
  | "random"
  | "logger"
  | "stopping"
  | "publicUrl"
>;

/** A streamed run of the agent. Without a model it answers grounded prompts from the research outcome. */
export function agentRoutes(service: AgentService): readonly Route[] {
  return [
    route(runAgent, async (context, caller) => {
      const asUiMessage = readQuery(context, runAgent.query).protocol !== undefined;
      const request = await readJson(context, chooseBodySchema(asUiMessage));
      refuseOtherModel(service, request.model);
      await service.model?.ready?.();
      const begin =
        "resume" in request ? await toResume(service, caller, request) : toStart(service, caller, request);
      const left = new AbortController();
      const signal = AbortSignal.any([context.req.raw.signal, left.signal]);
      const options = { ...callOptions(context, service.publicUrl), signal, stopping: service.stopping };
      const leave = await admit(service.shares.runs, caller, {
        signal,
        atMost: caller.policy.concurrent_runs,
      });
      // Whatever ends the run ends what it waits for, and its place is another's.
      signal.addEventListener("abort", leave, { once: true });
      if (signal.aborted) leave();
      const end = () => left.abort();
      const chunks = await begin(options).catch(endedBy(end));
      const told = untilTheEnd(chunks, end);
      const events = asUiMessage ? writeUiMessageEvents(told) : writeChunkEvents(told);
      const stream = eventStream(events, { clock: service.clock, onCancel: end });
      return context.body(stream, 200, asUiMessage ? UI_MESSAGE_STREAM_HEADERS : EVENT_STREAM_HEADERS);
    }),
  ];
}

type Begin = (options: RunCallOptions) => ReturnType<typeof startRun>;

function toStart(service: AgentService, caller: TenantCaller, request: z.output<typeof runRequest>): Begin {
  refuseUnknownTools(service, request.tools ?? []);
  const tools = permittedTools(caller, request.tools);
  return (options) => startRun(service, caller, { ...request, tools }, options);
}

/** The run goes on with what its caller may do now. */
async function toResume(
  service: AgentService,
  caller: TenantCaller,
  { resume, run_id: runId, max_steps: maxSteps }: z.output<typeof resumeRequest>,
): Promise<Begin> {
  const decided = await service.waitingRuns.open<KeptRun>(caller, resume, runId);
  const tools = permittedTools(caller, decided.run.state?.request.tools);
  return (options) => resumeRun(service, caller, { decided, tools, maxSteps }, options);
}

/** Calls `end` for a run that never began, and throws what it threw. */
function endedBy(end: () => void) {
  return (error: unknown): never => {
    end();
    throw error;
  };
}

/** Passes a run on and calls `ended` after it: what a run that was cut short still waits for ends with it. */
async function* untilTheEnd(chunks: AsyncGenerator<Chunk, void>, ended: () => void) {
  try {
    yield* chunks;
  } finally {
    ended();
  }
}

function refuseUnknownTools({ registry }: AgentService, names: readonly string[]): void {
  const issues = names.flatMap((name, index) =>
    registry.get(name) ? [] : [{ path: `tools.${index}`, message: "is not the name of a tool" }],
  );
  if (issues.length > 0)
    throw new ServiceError("bad_request", "The list of tools names one that does not exist.", { issues });
}

function refuseOtherModel({ model }: AgentService, named: string | undefined): void {
  if (named === undefined || named === model?.id) return;
  if (!model) {
    throw new ServiceError(
      "model_not_configured",
      "A model was named, but no model is configured; leave it out.",
    );
  }
  throw new ServiceError("bad_request", "The model named is not the one that is configured; leave it out.", {
    issues: [{ path: "model", message: `must be ${model.id}` }],
  });
}

/** Who may not call tools by himself may not have a model call them: research alone is left. */
function permittedTools(
  caller: TenantCaller,
  named: readonly string[] | undefined,
): readonly string[] | undefined {
  if (caller.scopes.has("tools:call")) return named;
  if (named?.some((name) => name !== GROUNDED_RESEARCH)) demandScope(caller, "tools:call");
  return named ?? [GROUNDED_RESEARCH];
}

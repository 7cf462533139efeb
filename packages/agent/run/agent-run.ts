import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import { type Clock, Deadline } from "@plumbline/core/clock/clock.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call.ts";
import { loadOnce } from "@plumbline/core/loading/load-once.ts";
import { describeUnexpected, type Logger } from "@plumbline/core/log/logger.ts";
import { usableTools } from "@plumbline/core/policy/may-use.ts";
import { RunTrace } from "@plumbline/core/policy/run-trace.ts";
import type { ToolRegistry } from "@plumbline/core/tool/define-tool.ts";
import { RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { Dialogue, GateDecision, Question } from "@plumbline/grounding";
import { buildMessages, prepareGroundedTurns, refuseUnfinished } from "../model/conversation.ts";
import type { Model, ModelMessage, ModelUsage } from "../model/model.ts";
import { logModelFailure, ModelError, modelNotConfigured } from "../model/model-error.ts";
import {
  type AgentPorts,
  type AgentRequest,
  type ToldConnections,
  writeAgentPrompt,
} from "./agent-request.ts";
import { type Chunk, type StopReason, separateParagraphs, type Told } from "./chunk.ts";
import { RefusedWrites, runModelTurn } from "./model-turn.ts";
import { OutsideText } from "./outside-text.ts";
import { ResearchOfRun } from "./research-of-run.ts";
import { makeToolCalls, researchFirst } from "./tool-calls.ts";

const loadGate = loadOnce(() => import("@plumbline/grounding/gate"));
const loadQuestion = loadOnce(() => import("@plumbline/grounding/question"));

export interface RunCallOptions extends CallOptions {
  /** Aborts when the service stops: the run then says so, and ends with `done`. */
  stopping?: AbortSignal | undefined;
}

/** A run is over by then where the platform sets no deadline of its own. */
const DEFAULT_RUN_MS = 600_000;

/**
 * Starts a run: the gate first, then research where it is needed, then the model and its tools. Without a
 * model a grounded prompt is answered from the research outcome alone. Throws ServiceError
 * `model_not_configured`, before any chunk, for one that needs no grounding.
 */
export async function startRun(
  ports: AgentPorts,
  caller: ToolCaller,
  request: AgentRequest,
  call: RunCallOptions,
): Promise<AsyncGenerator<Chunk, void>> {
  const conversation = request.messages.slice(0, -1);
  const prompt = request.messages.at(-1)?.content ?? "";
  const workspaceContext = request.workspace_context;
  const { decideGrounding } = await loadGate();
  const decision = decideGrounding({
    prompt,
    conversation,
    ...(workspaceContext === undefined ? {} : { workspaceContext }),
  });
  if (!decision.requiresGrounding && !ports.model) throw modelNotConfigured();
  const question = decision.requiresGrounding ? await parsed({ prompt, conversation }) : undefined;
  const deadline = call.deadline ?? Deadline.in(DEFAULT_RUN_MS, ports.clock);
  return new AgentRun(ports, caller, request, { decision, question, call, deadline }).chunks();
}

async function parsed(dialogue: Dialogue): Promise<Question> {
  const { parseQuestion } = await loadQuestion();
  return parseQuestion(dialogue);
}

export interface RunPlan {
  decision: GateDecision;
  /** Researched before the model says a word; `undefined` for a prompt that needs no grounding. */
  question: Question | undefined;
  call: Pick<RunCallOptions, "signal" | "requestId" | "stopping">;
  /** By then all must be over. */
  deadline: Deadline;
}

/** One run of the agent, from `start` to `done`. */
export class AgentRun {
  readonly #ports: AgentPorts;
  readonly #caller: ToolCaller;
  readonly #request: AgentRequest;
  readonly #plan: RunPlan;
  readonly #research: ResearchOfRun;
  readonly #trace: RunTrace;
  readonly #outside: OutsideText;
  readonly #time: RunTime;
  readonly #usage = { input_tokens: 0, output_tokens: 0 };

  constructor(ports: AgentPorts, caller: ToolCaller, request: AgentRequest, plan: RunPlan) {
    this.#ports = ports;
    this.#caller = caller;
    this.#request = request;
    this.#plan = plan;
    const said = request.messages.filter(({ role }) => role === "user").map(({ content }) => content);
    const allowed = request.allow_destinations ?? [];
    this.#research = new ResearchOfRun([...said, ...allowed]);
    const policy = caller.policy.allowed_destinations;
    this.#trace = new RunTrace({ messages: said, allowed, policy });
    this.#outside = new OutsideText(this.#trace, [...said, ...allowed]);
    this.#time = new RunTime(ports.clock, plan.deadline);
  }

  async *chunks(): AsyncGenerator<Chunk, void> {
    const { decision, call } = this.#plan;
    const { score, reasons, requiresGrounding: requires_grounding } = decision;
    const run_id = this.#ports.random.uuid();
    yield { type: "start", run_id, requires_grounding, gate: { score, reasons } };
    const stop_reason = yield* endClearly(
      untilStopped(separateParagraphs(this.#answer()), call.stopping),
      this.#ports.logger,
      call,
    );
    // Nobody listens any more.
    if (call.signal?.aborted) return;
    yield { type: "done", stop_reason, usage: this.#usage, elapsed_ms: this.#time.elapsedMs };
  }

  /** Tells what research found, even when the model fails. */
  async *#answer(): AsyncGenerator<Told, StopReason> {
    const { model } = this.#ports;
    if (this.#plan.question && (yield* this.#researched(this.#plan.question))) return "refusal";
    let stopReason: StopReason = "end";
    let failure: { error: unknown } | undefined;
    try {
      if (model) stopReason = yield* this.#loop(model);
    } catch (error) {
      if (error instanceof ModelError && this.#time.isOver) stopReason = "deadline";
      else failure = { error };
    }
    if (this.#plan.call.signal?.aborted) return "error";
    yield* this.#research.claimsUnlessAnswered();
    if (failure) throw failure.error;
    return stopReason;
  }

  #researched(question: Question): AsyncGenerator<Told, boolean> {
    const prompt = this.#request.messages.at(-1)?.content ?? "";
    const research = this.#research;
    return researchFirst(this.#ports, this.#caller, { question, prompt, research, call: this.#call() });
  }

  async *#loop(model: Model): AsyncGenerator<Told, StopReason> {
    const { connections, registry } = this.#ports;
    const { signal } = this.#plan.call;
    const tools = chooseOfferedTools(registry, this.#caller, this.#request.tools);
    const told = tools.some(usesConnections) ? await connections(this.#caller) : undefined;
    const calling = {
      ports: this.#ports,
      caller: this.#caller,
      offered: tools,
      research: this.#research,
      outside: this.#outside,
      refusedWrites: new RefusedWrites(),
      maxChars: this.#maxChars,
      options: () => this.#call(),
    };
    const [researched] = this.#research.outcomes;
    const material = researched && (await this.#research.quoting(researched))(this.#maxChars);
    const since: ModelMessage[] = [];
    let refused = false;
    for (let step = 1; step <= this.#request.max_steps; step++) {
      if (this.#time.isOver) return "deadline";
      const { deadline } = this.#plan;
      const system = this.#system(tools.length > 0, told);
      const { tenantId } = this.#caller;
      // Anew each time: research that the model asked for itself makes the run a grounded one.
      const messages = [...(await this.#conversation(material)), ...since];
      const request = { system, messages, tools, signal, deadline, tenantId };
      const turn = yield* runModelTurn(model, request, calling);
      this.#count(turn.usage);
      const { text, toolCalls = [] } = turn.message;
      if (toolCalls.length === 0) {
        refuseUnfinished(turn.reason, text);
        return refused && !turn.supported ? "refusal" : "end";
      }
      const made = yield* makeToolCalls(calling, toolCalls);
      refused = made.refused;
      since.push(turn.message, { role: "tool", results: made.results });
    }
    return "max_steps";
  }

  #system(hasTools: boolean, connections: ToldConnections | undefined): string {
    const { grounded } = this.#research;
    const workspaceContext = this.#request.workspace_context;
    return writeAgentPrompt({ grounded, hasTools, connections, workspaceContext });
  }

  /** Of one result, before the model. */
  get #maxChars(): number {
    return this.#request.max_result_chars ?? RESULT_CHARS.byDefault;
  }

  async #conversation(material: string | undefined): Promise<ModelMessage[]> {
    const { messages } = this.#request;
    const turns = this.#research.grounded ? await prepareGroundedTurns(messages) : messages;
    return buildMessages(turns, material);
  }

  #count({ inputTokens, outputTokens }: ModelUsage): void {
    this.#usage.input_tokens += inputTokens;
    this.#usage.output_tokens += outputTokens;
  }

  /** For a call that begins now. */
  #call(): CallOptions {
    const { signal, requestId } = this.#plan.call;
    return { signal, requestId, deadline: this.#plan.deadline, trace: this.#trace };
  }
}

/**
 * The tools a run's model may call: all that the caller may use, or those of them in a list of names in
 * either spelling.
 */
export function chooseOfferedTools(
  registry: ToolRegistry,
  caller: ToolCaller,
  names: readonly string[] | undefined,
): readonly Tool[] {
  const usable = usableTools(caller, registry);
  if (!names) return usable;
  const allowed = new Set(names.map((name) => registry.get(name)));
  return usable.filter((tool) => allowed.has(tool));
}

/** True if a model that may call this tool has to know which connections there are. */
export function usesConnections({ credential }: Tool): boolean {
  return credential.use !== "none";
}

/**
 * Passes on what a run says; when it fails, an `error` chunk in place of silence. The cause goes to the log,
 * not to the client. A run broken off because its client went away just ends: nothing failed, and nobody
 * listens.
 */
export async function* endClearly(
  run: AsyncGenerator<Chunk, StopReason>,
  logger: Logger,
  { requestId, signal }: CallOptions,
): AsyncGenerator<Chunk, StopReason> {
  try {
    return yield* run;
  } catch (error) {
    if (signal?.aborted) return "error";
    if (error instanceof StoppedError) {
      yield { type: "error", error_code: "unavailable", message: error.message };
    } else if (error instanceof ModelError) {
      logModelFailure(logger, error, requestId);
      yield { type: "error", error_code: error.code, message: error.message };
    } else {
      logger.log("error", "run_failed", { request_id: requestId, ...describeUnexpected(error) });
      yield { type: "error", error_code: "internal", message: "The run failed inside the service." };
    }
    return "error";
  }
}

/** Thrown within a run when the service stops. */
class StoppedError extends Error {
  override readonly name = "StoppedError";

  constructor() {
    super("The service is stopping; ask again in a moment.");
  }
}

/** Passes a run on until the service stops, and throws StoppedError then, whatever the run waits for. */
async function* untilStopped(
  run: AsyncGenerator<Chunk, StopReason>,
  stopping: AbortSignal | undefined,
): AsyncGenerator<Chunk, StopReason> {
  if (!stopping) return yield* run;
  let stop: () => void = () => undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new StoppedError());
  });
  stopped.catch(() => undefined);
  if (stopping.aborted) stop();
  stopping.addEventListener("abort", stop, { once: true });
  try {
    for (;;) {
      const next = run.next();
      next.catch(() => undefined);
      const { done, value } = await Promise.race([stopped, next]);
      if (done) return value;
      yield value;
    }
  } finally {
    stopping.removeEventListener("abort", stop);
    // What it still waits for ends with the call's signal.
    void run.return("error").catch(() => undefined);
  }
}

/** A turn that could not even be asked for in this time is not begun. */
const LEAST_MS = 500;

/** Measures how long a run has gone on and whether it may go on. */
export class RunTime {
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #deadline: Deadline;

  constructor(clock: Clock, deadline: Deadline) {
    this.#clock = clock;
    this.#startedAt = clock.monotonic();
    this.#deadline = deadline;
  }

  get elapsedMs(): number {
    return Math.round(this.#clock.monotonic() - this.#startedAt);
  }

  /** Too little is left to begin anything. */
  get isOver(): boolean {
    return this.#deadline.remainingMs() < LEAST_MS;
  }
}

import { limitCredentials, type ToolCaller } from "@plumbline/core/access/caller.ts";
import type { Deadline } from "@plumbline/core/clock/clock.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import { MessageWrites } from "@plumbline/core/conversations/message-writes.ts";
import type { RunLog } from "@plumbline/core/conversations/run-log.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import { mergeStates, RunTrace } from "@plumbline/core/policy/run-trace.ts";
import { RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { Span } from "@plumbline/core/tracing/tracer.ts";
import { type GateDecision, GROUNDED_RESEARCH, type Question } from "@plumbline/grounding";
import type { AskSupport } from "@plumbline/grounding/guard";
import type { ReaderReport, ResearchOutcome } from "@plumbline/grounding/outcome";
import { buildMessages, prepareGroundedTurns, refuseUnfinished } from "../model/conversation.ts";
import type { Model, ModelMessage, ModelUsage } from "../model/model.ts";
import { ModelError } from "../model/model-error.ts";
import { askSupport } from "../reader/ask-support.ts";
import {
  type AgentPorts,
  type AgentRequest,
  chooseOfferedTools,
  type ListedConnections,
  readConnections,
  splitDialogue,
  writeAgentPrompt,
} from "./agent-request.ts";
import { formatRefusal, reportAgain, reportAwaited, runInitialResearch } from "./before-the-model.ts";
import { type Chunk, type OutputItem, PARAGRAPH, type StopReason, separateParagraphs } from "./chunk.ts";
import { keepOutcomes, parseDialogue } from "./earlier-research.ts";
import type { KeptRun, ResumedFrom, RunState, WaitingCall } from "./kept-run.ts";
import type { StartedRun } from "./live-run.ts";
import { runModelTurn } from "./model-turn.ts";
import { OutsideText } from "./outside-text.ts";
import { RefusedWrites } from "./refused-writes.ts";
import { NOTHING_SUPPORTED, ResearchOfRun, type ResearchState } from "./research-of-run.ts";
import { endWithError, RunTime, stopWithService } from "./run-end.ts";
import { describeSpan } from "./run-lines.ts";
import { makeToolCalls } from "./tool-calls.ts";
import type { ToolCallsOptions } from "./tool-results.ts";
import { createMessageKey, TurnOfConversation } from "./turn-of-conversation.ts";
import { createSpanFinder, type SpanRequest } from "./writing-spans.ts";

export interface RunCallOptions extends CallOptions {
  /**
   * Aborts when the run must stop. A write in progress is completed, so that its outcome is known, but
   * nothing new is started.
   */
  signal?: AbortSignal | undefined;
  /** Aborts this signal. Called when somebody asks elsewhere to stop the run. */
  stop?: (() => void) | undefined;
  /** Aborts when the service stops. The run then reports this and ends with `done`. */
  stopping?: AbortSignal | undefined;
  /** Rejects if the tenant has reached a limit. A run that is not admitted leaves nothing. */
  admitted?: Promise<unknown> | undefined;
}

export interface RunPlan {
  runId: string;
  /** Ledger of the conversation of which the run is a turn. The run holds its lease. */
  ledger: Ledger;
  decision: GateDecision;
  /** The question to research before the model starts, or `undefined` if the prompt needs no grounding. */
  question: Question | undefined;
  /** Usage of the reader that was asked what the prompt is for. */
  reader?: ReaderReport | undefined;
  /** Outcomes of an earlier turn for the same question, which is then not researched again. */
  recalled?: ResearchState | undefined;
  /** Outcomes that the conversation stored for other questions. */
  known?: readonly ResearchOutcome[] | undefined;
  call: Pick<RunCallOptions, "signal" | "stop" | "requestId" | "stopping" | "baseUrl" | "span">;
  /** Stores the run's output. */
  log: RunLog;
  /** The connections to describe to the model, if they are being read already. */
  connections?: Promise<ListedConnections | undefined> | undefined;
  /** Resolves once the message is kept in its chat. Omitted for a resumed run. */
  chatBegun?: Promise<void> | undefined;
  /** Deadline of the whole run. */
  deadline: Deadline;
  /** State to resume from. Omitted for a new run. */
  resumed?: ResumedFrom | undefined;
}

/** One run of the agent from `start` to `done`, or its continuation after an approval. */
export class AgentRun {
  readonly #ports: AgentPorts;
  readonly #caller: ToolCaller;
  readonly #request: AgentRequest;
  readonly #plan: RunPlan;
  readonly #research: ResearchOfRun;
  readonly #trace: RunTrace;
  readonly #outside: OutsideText;
  readonly #refusedWrites: RefusedWrites;
  readonly #writes: MessageWrites;
  readonly #time: RunTime;
  readonly #turn: TurnOfConversation;
  readonly #usage = { input_tokens: 0, output_tokens: 0 };
  /** The model's turns and the results of its calls. */
  readonly #since: ModelMessage[];
  /** Number of turns that the model has taken. */
  #steps: number;
  readonly #span: Span;

  constructor(ports: AgentPorts, caller: ToolCaller, request: AgentRequest, plan: RunPlan) {
    const state = plan.resumed?.state;
    this.#ports = ports;
    this.#caller = limitCredentials(caller, request.credential_ids);
    this.#request = request;
    this.#plan = plan;
    const said = request.messages.filter(({ role }) => role === "user").map(({ content }) => content);
    const allowed = request.allow_destinations ?? [];
    const { onGroundedAnswer: guarded = false, factsGuarded: scoped = false } = plan.decision;
    const known = (plan.known ?? []).map((outcome) => ({ toolUseId: ports.random.uuid(), outcome }));
    this.#research = new ResearchOfRun([...said, ...allowed], state?.research ?? plan.recalled, {
      guarded,
      scoped,
      known,
    });
    const { allowed_destinations: policy, places } = caller.policy;
    const { model } = ports;
    const ask = model && createSpanFinder(model, this.#spanRequest(plan));
    const { ledger, runId } = plan;
    const before = state ? mergeStates(ledger.state, state.trace) : ledger.state;
    const namings = { messages: said, allowed, policy, places, ask, conversation: ledger.place };
    this.#trace = new RunTrace(namings, before);
    this.#outside = new OutsideText(this.#trace, [...said, ...allowed]);
    this.#refusedWrites = new RefusedWrites(state?.refused_writes);
    this.#writes = new MessageWrites({
      ledger,
      runId,
      message: createMessageKey(request.message_id, said, ledger),
      now: () => ports.clock.now(),
      state: state?.repeated_writes,
    });
    this.#time = new RunTime(ports.clock, plan.deadline);
    this.#since = [...(state?.since ?? [])];
    this.#steps = state?.steps ?? 0;
    const attributes = {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "plumbline",
      "gen_ai.conversation.id": ledger.id,
      "gen_ai.request.model": model?.id,
      "plumbline.run.id": runId,
      "plumbline.tenant.id": caller.tenantId,
    };
    this.#span = ports.tracer.start("invoke_agent plumbline", {
      parent: plan.call.span,
      attributes,
      observe: (ended) => this.#turn.note(describeSpan(ended)),
    });
    this.#turn = new TurnOfConversation({
      ledger,
      runId,
      log: plan.log,
      chats: ports.conversations.chats,
      chatBegun: plan.chatBegun,
      saidBefore: state?.said ?? [],
      left: async () => ({
        noted: this.#trace.noted,
        writes: this.#writes.settled,
        evidence: keepOutcomes(
          plan.question ?? (await parseDialogue(splitDialogue(request))),
          this.#research.outcomes,
          plan.known,
        ),
      }),
      stop: () => plan.call.stop?.(),
      clock: ports.clock,
      logger: ports.logger,
      about: { tenant_id: caller.tenantId, request_id: plan.call.requestId },
    });
  }

  #spanRequest({ deadline, call: { signal } }: RunPlan): SpanRequest {
    const { tenantId } = this.#caller;
    return { deadline, signal, tenantId, count: (usage) => this.#count(usage) };
  }

  /** Starts the run. `first` is the number of its first chunk. */
  start(first: number): StartedRun {
    const readerLeft = (texts: number) => this.#turn.readerLeft(texts);
    return { runId: this.#plan.runId, first, chunks: this.#turn.follow(this.#stream()), readerLeft };
  }

  async *#stream(): AsyncGenerator<Chunk, void> {
    const { decision, reader, call, runId: run_id, ledger } = this.#plan;
    const { score, reasons, requiresGrounding: requires_grounding } = decision;
    const gate = { score, reasons, ...(reader && { reader }) };
    yield { type: "start", run_id, conversation_id: ledger.id, requires_grounding, gate };
    const stop_reason = yield* endWithError(
      stopWithService(separateParagraphs(this.#answer()), call.stopping),
      this.#ports.logger,
      call,
    );
    this.#count(this.#research.readerUsage);
    if (reader) this.#count({ inputTokens: reader.input_tokens, outputTokens: reader.output_tokens });
    this.#endSpan(stop_reason);
    yield { type: "done", stop_reason, usage: this.#usage, elapsed_ms: this.#time.elapsedMs };
  }

  #endSpan(reason: StopReason): void {
    this.#span.set({
      "gen_ai.usage.input_tokens": this.#usage.input_tokens,
      "gen_ai.usage.output_tokens": this.#usage.output_tokens,
      "plumbline.stop_reason": reason,
    });
    this.#span.end(reason === "error" ? reason : undefined);
  }

  /** Yields the answer. Research findings are reported even if the model fails. */
  async *#answer(): AsyncGenerator<OutputItem, StopReason> {
    const { model } = this.#ports;
    const ended = yield* this.#prepare();
    if (this.#isStopped) return "stopped";
    if (ended !== undefined) return ended;
    let stopReason: StopReason = "end";
    let failure: { error: unknown } | undefined;
    try {
      if (model) stopReason = yield* this.#loop(model);
    } catch (error) {
      if (error instanceof ModelError && this.#time.isOver) stopReason = "deadline";
      else failure = { error };
    }
    if (this.#isStopped) return "stopped";
    // The model answers after the run resumes.
    if (stopReason === "approval") return stopReason;
    yield* this.#research.yieldUnansweredClaims();
    const refusal = this.#research.takeHeldRefusal();
    if (refusal !== undefined) {
      yield PARAGRAPH;
      yield { type: "text_delta", text: refusal };
    }
    if (failure) throw failure.error;
    if (stopReason === "end" && this.#turn.said.length === 0 && this.#since.length === 0)
      yield { type: "text_delta", text: NOTHING_SUPPORTED };
    return refusal !== undefined && stopReason === "end" ? "refusal" : stopReason;
  }

  /**
   * Yields the research or, in a resumed run, the results of the calls that it waited for. Returns the stop
   * reason if that ends the run, or `undefined` if the model continues.
   */
  async *#prepare(): AsyncGenerator<OutputItem, StopReason | undefined> {
    const { question, recalled, resumed, decision } = this.#plan;
    const { prompt } = splitDialogue(this.#request);
    const research = this.#research;
    if (resumed) {
      const run = { calling: this.#toolCallsOptions(this.#offeredTools()), trace: this.#trace };
      yield* reportAwaited(run, resumed, this.#since);
      return undefined;
    }
    if (recalled) yield* reportAgain(this.#ports, recalled.entered);
    if (!question || recalled) return undefined;
    const requestsAction = decision.ordersWork === true;
    const asked = { question, prompt, research, requestsAction, call: this.#callOptions() };
    await this.#plan.ledger.noteOutside(GROUNDED_RESEARCH);
    const researched = yield* runInitialResearch(this.#ports, this.#caller, asked);
    return researched === "refused" ? "refusal" : undefined;
  }

  async *#loop(model: Model): AsyncGenerator<OutputItem, StopReason> {
    const { signal } = this.#plan.call;
    const tools = this.#offeredTools();
    const told = await (this.#plan.connections ?? readConnections(this.#ports, this.#caller, tools));
    const calling = this.#toolCallsOptions(tools);
    const material = await this.#formatMaterial();
    while (this.#steps < this.#request.max_steps) {
      if (this.#isStopped) return "stopped";
      if (this.#time.isOver) return "deadline";
      const { deadline } = this.#plan;
      const system = this.#system(tools.length > 0, told);
      const { tenantId } = this.#caller;
      // Rebuilt for each turn, because research that the model itself calls makes the run grounded.
      const messages = [...(await this.#buildConversation(material)), ...this.#since];
      const request = { system, messages, tools, signal, deadline, tenantId, span: this.#span.context };
      const turn = yield* runModelTurn(model, request, calling);
      this.#count(turn.usage);
      this.#steps += 1;
      const { text, toolCalls = [] } = turn.message;
      if (toolCalls.length === 0) {
        refuseUnfinished(turn.reason, text);
        return this.#wasRefused && !turn.supported ? "refusal" : "end";
      }
      const { results, waiting } = yield* makeToolCalls(calling, toolCalls);
      this.#since.push(turn.message, { role: "tool", results });
      if (waiting.length > 0) return this.#storeForApproval(waiting);
    }
    return "max_steps";
  }

  /** Stores the run until these calls are decided. */
  async #storeForApproval(waiting: readonly WaitingCall[]): Promise<StopReason> {
    const { runId: run_id, decision, question = null } = this.#plan;
    const state: RunState = {
      request: this.#request,
      question,
      trace: this.#trace.state,
      research: this.#research.state,
      refused_writes: this.#refusedWrites.state,
      repeated_writes: this.#writes.state,
      said: this.#turn.said,
      since: this.#since,
      steps: this.#steps,
    };
    const conversation_id = this.#plan.ledger.id;
    const run: KeptRun = { form: 1, run_id, conversation_id, decision, waiting, state };
    const ids = waiting.map(({ approval_id }) => approval_id);
    await this.#plan.log.wait(ids, run);
    return "approval";
  }

  get #isStopped(): boolean {
    return this.#plan.call.signal?.aborted === true;
  }

  #offeredTools(): readonly Tool[] {
    return chooseOfferedTools(this.#ports.registry, this.#caller, this.#request.tools);
  }

  #toolCallsOptions(offered: readonly Tool[]): ToolCallsOptions {
    return {
      ports: this.#ports,
      caller: this.#caller,
      offered,
      research: this.#research,
      outside: this.#outside,
      refusedWrites: this.#refusedWrites,
      writes: this.#writes,
      ask: this.#ask,
      noteOutside: async ({ name, reads }) => {
        if (reads === "outside") await this.#plan.ledger.noteOutside(name);
      },
      maxChars: this.#maxChars,
      options: () => this.#callOptions(),
    };
  }

  /** Asks a reader, if there is one, and counts its tokens. */
  get #ask(): AskSupport | undefined {
    const { deadline, call } = this.#plan;
    const bounds = { deadline, signal: call.signal, tenantId: this.#caller.tenantId };
    return askSupport(this.#ports.research ?? {}, bounds, ({ usage }) => this.#count(usage));
  }

  /** Returns whether a call of the previous turn was refused. */
  get #wasRefused(): boolean {
    const last = this.#since.at(-1);
    return last?.role === "tool" && last.results.some(({ isError }) => isError);
  }

  #system(hasTools: boolean, connections: ListedConnections | undefined): string {
    const { grounded } = this.#research;
    const { workspace_context: workspaceContext, outside_text: outsideText } = this.#request;
    return writeAgentPrompt({ grounded, hasTools, connections, workspaceContext, outsideText });
  }

  /** Maximum length of one result for the model, in characters. */
  get #maxChars(): number {
    return this.#request.max_result_chars ?? RESULT_CHARS.byDefault;
  }

  /** Returns the outcome of the initial research in the format for the model. */
  async #formatMaterial(): Promise<string | undefined> {
    if (!this.#plan.question) return undefined;
    const { given } = this.#research;
    if (!given[0]?.ok) return formatRefusal(given[0]);
    const quotes = await Promise.all(given.map((outcome) => this.#research.createFormatter(outcome)));
    return quotes.map((quote) => quote(Math.floor(this.#maxChars / given.length))).join("\n");
  }

  async #buildConversation(material: string | undefined): Promise<ModelMessage[]> {
    const { messages } = this.#request;
    const turns = this.#research.grounded ? await prepareGroundedTurns(messages) : messages;
    return buildMessages(turns, material);
  }

  #count({ inputTokens, outputTokens }: ModelUsage): void {
    this.#usage.input_tokens += inputTokens;
    this.#usage.output_tokens += outputTokens;
  }

  /** Creates the options for a call that starts now. */
  #callOptions(): CallOptions {
    const { call, deadline, runId } = this.#plan;
    const { signal, requestId, baseUrl } = call;
    return { signal, requestId, baseUrl, deadline, runId, trace: this.#trace, span: this.#span.context };
  }
}

import { limitCredentials, type ToolCaller } from "@plumbline/core/access/caller.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import { RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import { GROUNDED_RESEARCH } from "@plumbline/grounding";
import type { AskSupport } from "@plumbline/grounding/guard";
import { completeFollowUp } from "../completion/follow-up-call.ts";
import { buildMessages, prepareGroundedTurns, refuseUnfinished } from "../model/conversation.ts";
import type { Model, ModelMessage } from "../model/model.ts";
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
import type { KeptRun, RunState, WaitingCall } from "./kept-run.ts";
import type { StartedRun } from "./live-run.ts";
import { runModelTurn } from "./model-turn.ts";
import { NOTHING_SUPPORTED } from "./research-of-run.ts";
import { endWithError, stopWithService } from "./run-end.ts";
import { createRunParts, type RunParts } from "./run-parts.ts";
import type { RunPlan } from "./run-plan.ts";
import { makeToolCalls } from "./tool-calls.ts";
import type { ToolCallsOptions } from "./tool-results.ts";

/** One run of the agent from `start` to `done`, or its continuation after an approval. */
export class AgentRun {
  readonly #ports: AgentPorts;
  readonly #caller: ToolCaller;
  readonly #request: AgentRequest;
  readonly #plan: RunPlan;
  readonly #parts: RunParts;
  /** The model's turns and the results of its calls. */
  readonly #since: ModelMessage[];
  /** Number of turns that the model has taken. */
  #steps: number;

  constructor(ports: AgentPorts, caller: ToolCaller, request: AgentRequest, plan: RunPlan) {
    this.#ports = ports;
    this.#caller = limitCredentials(caller, request.credential_ids);
    this.#request = request;
    this.#plan = plan;
    this.#parts = createRunParts(ports, this.#caller, request, plan);
    const state = plan.resumed?.state;
    this.#since = [...(state?.since ?? [])];
    this.#steps = state?.steps ?? 0;
  }

  /** Starts the run. `first` is the number of its first chunk. */
  start(first: number): StartedRun {
    const readerLeft = (texts: number) => this.#parts.turn.readerLeft(texts);
    return { runId: this.#plan.runId, first, chunks: this.#parts.turn.follow(this.#stream()), readerLeft };
  }

  async *#stream(): AsyncGenerator<Chunk, void> {
    const { decision, reader, call, runId: run_id, ledger, model, unavailableModel } = this.#plan;
    const { usage, research, time } = this.#parts;
    const { score, reasons, requiresGrounding: requires_grounding } = decision;
    const gate = { score, reasons, ...(reader && { reader }) };
    yield {
      type: "start",
      run_id,
      conversation_id: ledger.id,
      requires_grounding,
      ...(model && { model: model.id }),
      ...(unavailableModel !== undefined && { unavailable_model: unavailableModel }),
      gate,
    };
    const stop_reason = yield* endWithError(
      stopWithService(separateParagraphs(this.#answer()), call.stopping),
      this.#ports.logger,
      call,
    );
    usage.add(research.readerUsage);
    if (reader) usage.add({ inputTokens: reader.input_tokens, outputTokens: reader.output_tokens });
    this.#endSpan(stop_reason);
    yield { type: "done", stop_reason, usage: usage.total, elapsed_ms: time.elapsedMs };
  }

  #endSpan(reason: StopReason): void {
    const { span, usage } = this.#parts;
    span.set({
      "gen_ai.usage.input_tokens": usage.total.input_tokens,
      "gen_ai.usage.output_tokens": usage.total.output_tokens,
      "plumbline.stop_reason": reason,
    });
    span.end(reason === "error" ? reason : undefined);
  }

  /** Yields the answer. Research findings are reported even if the model fails. */
  async *#answer(): AsyncGenerator<OutputItem, StopReason> {
    const { model } = this.#plan;
    const ended = yield* this.#prepare();
    if (this.#isStopped) return "stopped";
    if (ended !== undefined) return ended;
    let stopReason: StopReason = "end";
    let failure: { error: unknown } | undefined;
    try {
      if (model) stopReason = yield* this.#loop(model);
    } catch (error) {
      if (error instanceof ModelError && this.#parts.time.isOver) stopReason = "deadline";
      else failure = { error };
    }
    // Its calls wait even if it is stopped now. The model answers after the run resumes.
    if (stopReason === "approval") return stopReason;
    if (this.#isStopped) return "stopped";
    yield* this.#parts.research.yieldUnansweredClaims();
    const refusal = this.#parts.research.takeHeldRefusal();
    if (refusal !== undefined) {
      yield PARAGRAPH;
      yield { type: "text_delta", text: refusal };
    }
    if (failure) throw failure.error;
    if (stopReason === "end" && this.#parts.turn.said.length === 0 && this.#since.length === 0)
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
    const { research } = this.#parts;
    if (resumed) {
      const run = { calling: this.#toolCallsOptions(await this.#offeredTools()), trace: this.#parts.trace };
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
    const tools = await this.#offeredTools();
    const told = await (this.#plan.connections ?? readConnections(this.#ports, this.#caller, tools));
    const calling = this.#toolCallsOptions(tools);
    const material = await this.#formatMaterial();
    while (this.#steps < this.#request.max_steps) {
      if (this.#isStopped) return "stopped";
      if (this.#parts.time.isOver) return "deadline";
      const { deadline } = this.#plan;
      const system = this.#system(tools.length > 0, told);
      const { tenantId } = this.#caller;
      // Rebuilt for each turn, because research that the model itself calls makes the run grounded.
      const messages = [...(await this.#buildConversation(material)), ...this.#since];
      const request = { system, messages, tools, signal, deadline, tenantId, span: this.#parts.span.context };
      const turn = yield* runModelTurn(model, request, calling);
      this.#parts.usage.add(turn.usage);
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
      request: { ...this.#request, model: this.#plan.model?.id },
      message: this.#plan.message,
      question,
      trace: this.#parts.trace.state,
      research: this.#parts.research.state,
      refused_writes: this.#parts.refusedWrites.state,
      repeated_writes: this.#parts.writes.state,
      said: this.#parts.turn.said,
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

  #offeredTools(): Promise<readonly Tool[]> {
    return chooseOfferedTools(this.#ports.registry, this.#caller, this.#request.tools);
  }

  #toolCallsOptions(offered: readonly Tool[]): ToolCallsOptions {
    const { ledger } = this.#plan;
    const { messages: conversation } = this.#request;
    const { clock } = this.#ports;
    return {
      ports: this.#ports,
      caller: this.#caller,
      offered,
      research: this.#parts.research,
      outside: this.#parts.outside,
      refusedWrites: this.#parts.refusedWrites,
      writes: this.#parts.writes,
      complete: (tool, args) => completeFollowUp(tool, args, { ledger, conversation, now: clock.now() }),
      ask: this.#ask,
      noteOutside: async ({ name, reads }) => {
        if (reads === "outside") await ledger.noteOutside(name);
      },
      maxChars: this.#maxChars,
      options: () => this.#callOptions(),
    };
  }

  /** Asks a reader, if there is one, and counts its tokens. */
  get #ask(): AskSupport | undefined {
    const { deadline, call } = this.#plan;
    const bounds = { deadline, signal: call.signal, tenantId: this.#caller.tenantId };
    return askSupport(this.#ports.research ?? {}, bounds, ({ usage }) => this.#parts.usage.add(usage));
  }

  /** Returns whether a call of the previous turn was refused. */
  get #wasRefused(): boolean {
    const last = this.#since.at(-1);
    return last?.role === "tool" && last.results.some(({ isError }) => isError);
  }

  #system(hasTools: boolean, connections: ListedConnections | undefined): string {
    const { grounded } = this.#parts.research;
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
    const { given } = this.#parts.research;
    if (!given[0]?.ok) return formatRefusal(given[0]);
    const quotes = await Promise.all(given.map((outcome) => this.#parts.research.createFormatter(outcome)));
    return quotes.map((quote) => quote(Math.floor(this.#maxChars / given.length))).join("\n");
  }

  async #buildConversation(material: string | undefined): Promise<ModelMessage[]> {
    const { messages } = this.#request;
    const turns = this.#parts.research.grounded ? await prepareGroundedTurns(messages) : messages;
    return buildMessages(turns, material);
  }

  /** Creates the options for a call that starts now. */
  #callOptions(): CallOptions {
    const { call, deadline, runId } = this.#plan;
    const { signal, requestId, baseUrl } = call;
    return {
      signal,
      requestId,
      baseUrl,
      deadline,
      runId,
      trace: this.#parts.trace,
      span: this.#parts.span.context,
    };
  }
}

import type { CallOptions } from "@plumbline/core/dispatch/call.ts";
import { RESULT_CHARS } from "@plumbline/core/tool/fit-result.ts";
import type { GateDecision, Question } from "@plumbline/grounding";
import { conversationMessages, groundedTurns } from "../model/conversation-messages.ts";
import type { Model, ModelMessage, ModelUsage } from "../model/model.ts";
import { ModelError } from "../model/model-error.ts";
import { refuseUnfinished } from "../model/turn-text.ts";
import { agentPrompt, type ToldConnections } from "./agent-prompt.ts";
import type { AgentPorts, AgentRequest } from "./agent-request.ts";
import type { Chunk, StopReason } from "./chunk.ts";
import { endClearly } from "./end-clearly.ts";
import { inParagraphs, type Told } from "./in-paragraphs.ts";
import { modelTurn } from "./model-turn.ts";
import { offeredTools, usesConnections } from "./offered-tools.ts";
import { RefusedWrites } from "./refused-writes.ts";
import { researchFirst } from "./research-first.ts";
import { ResearchOfRun } from "./research-of-run.ts";
import { RunTime } from "./run-time.ts";
import { makeToolCalls } from "./tool-calls.ts";

export interface RunPlan {
  decision: GateDecision;
  /** What is researched before the model says a word; `undefined` for a prompt that needs no grounding. */
  question: Question | undefined;
  call: Pick<CallOptions, "signal" | "requestId">;
  /** Milliseconds until all must be over. */
  limitMs: number;
}

/** One run of the agent, from `start` to `done`. */
export class AgentRun {
  readonly #ports: AgentPorts;
  readonly #caller: { tenantId: string };
  readonly #request: AgentRequest;
  readonly #plan: RunPlan;
  readonly #research: ResearchOfRun;
  readonly #time: RunTime;
  readonly #usage = { input_tokens: 0, output_tokens: 0 };

  constructor(ports: AgentPorts, caller: { tenantId: string }, request: AgentRequest, plan: RunPlan) {
    this.#ports = ports;
    this.#caller = caller;
    this.#request = request;
    this.#plan = plan;
    const said = request.messages.filter(({ role }) => role === "user").map(({ content }) => content);
    this.#research = new ResearchOfRun(said);
    this.#time = new RunTime(ports.clock, plan.limitMs);
  }

  async *chunks(): AsyncGenerator<Chunk, void> {
    const { decision, call } = this.#plan;
    const { score, reasons, requiresGrounding: requires_grounding } = decision;
    const run_id = this.#ports.random.uuid();
    yield { type: "start", run_id, requires_grounding, gate: { score, reasons } };
    const stop_reason = yield* endClearly(inParagraphs(this.#answer()), this.#ports.logger, call);
    // Nobody listens any more.
    if (call.signal?.aborted) return;
    yield { type: "done", stop_reason, usage: this.#usage, elapsed_ms: this.#time.elapsedMs };
  }

  /** Whatever becomes of the model: what research found is told. */
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
    const tools = offeredTools(registry, this.#request.tools);
    const told = tools.some(usesConnections) ? await connections(this.#caller.tenantId) : undefined;
    const calling = {
      ports: this.#ports,
      caller: this.#caller,
      offered: tools,
      research: this.#research,
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
      const { deadline } = this.#time;
      const system = this.#system(tools.length > 0, told);
      const { tenantId } = this.#caller;
      // Anew each time: research that the model asked for itself makes the run a grounded one.
      const messages = [...(await this.#conversation(material)), ...since];
      const request = { system, messages, tools, signal, deadline, tenantId };
      const turn = yield* modelTurn(model, request, calling);
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
    return agentPrompt({ grounded, hasTools, connections, workspaceContext });
  }

  /** Of one result, before the model. */
  get #maxChars(): number {
    return this.#request.max_result_chars ?? RESULT_CHARS.byDefault;
  }

  async #conversation(material: string | undefined): Promise<ModelMessage[]> {
    const { messages } = this.#request;
    const turns = this.#research.grounded ? await groundedTurns(messages) : messages;
    return conversationMessages(turns, material);
  }

  #count({ inputTokens, outputTokens }: ModelUsage): void {
    this.#usage.input_tokens += inputTokens;
    this.#usage.output_tokens += outputTokens;
  }

  /** For a call that begins now. */
  #call(): CallOptions {
    const { signal, requestId } = this.#plan.call;
    return { signal, requestId, deadlineMs: this.#time.remainingMs };
  }
}

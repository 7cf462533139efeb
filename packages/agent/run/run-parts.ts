import type { ToolCaller } from "@plumbline/core/access/caller.ts";
import { MessageWrites } from "@plumbline/core/conversations/message-writes.ts";
import { mergeStates, RunTrace } from "@plumbline/core/policy/run-trace.ts";
import type { Span } from "@plumbline/core/tracing/tracer.ts";
import type { ModelUsage } from "../model/model.ts";
import { type AgentPorts, type AgentRequest, listUserTexts, splitDialogue } from "./agent-request.ts";
import { keepOutcomes, parseDialogue } from "./earlier-research.ts";
import { OutsideText } from "./outside-text.ts";
import { RefusedWrites } from "./refused-writes.ts";
import { ResearchOfRun } from "./research-of-run.ts";
import { RunTime } from "./run-end.ts";
import { describeSpan } from "./run-lines.ts";
import type { RunPlan } from "./run-plan.ts";
import { TurnOfConversation } from "./turn-of-conversation.ts";
import { createSpanFinder } from "./writing-spans.ts";

/** Tokens that a run has used at models, in the form that clients receive. */
export class RunUsage {
  readonly #total = { input_tokens: 0, output_tokens: 0 };

  add({ inputTokens, outputTokens }: ModelUsage): void {
    this.#total.input_tokens += inputTokens;
    this.#total.output_tokens += outputTokens;
  }

  get total(): Readonly<{ input_tokens: number; output_tokens: number }> {
    return this.#total;
  }
}

/** The state of a run, apart from its model's turns. */
export interface RunParts {
  research: ResearchOfRun;
  /** Records what the run has read and which destinations its user has named. */
  trace: RunTrace;
  outside: OutsideText;
  refusedWrites: RefusedWrites;
  writes: MessageWrites;
  time: RunTime;
  turn: TurnOfConversation;
  usage: RunUsage;
  span: Span;
}

/** Creates the parts of a new run, or restores those of a run that resumes. */
export function createRunParts(
  ports: AgentPorts,
  caller: ToolCaller,
  request: AgentRequest,
  plan: RunPlan,
): RunParts {
  const state = plan.resumed?.state;
  const { ledger, runId, call } = plan;
  const prompts = listUserTexts(request);
  const allowed = request.allow_destinations ?? [];
  const usage = new RunUsage();

  const { onGroundedAnswer: guarded = false, factsGuarded: scoped = false } = plan.decision;
  const known = (plan.known ?? []).map((outcome) => ({ toolUseId: ports.random.uuid(), outcome }));
  const userTexts = [...prompts, ...allowed];
  const research = new ResearchOfRun(userTexts, state?.research ?? plan.recalled, { guarded, scoped, known });

  const { allowed_destinations: policy, places } = caller.policy;
  const ask =
    ports.model &&
    createSpanFinder(ports.model, {
      deadline: plan.deadline,
      signal: call.signal,
      tenantId: caller.tenantId,
      count: (used) => usage.add(used),
    });
  const namings = { messages: prompts, allowed, policy, places, ask, conversation: ledger.conversation };
  const trace = new RunTrace(namings, state ? mergeStates(ledger.state, state.trace) : ledger.state);

  const writes = new MessageWrites({
    ledger,
    runId,
    message: plan.message.key,
    now: () => ports.clock.now(),
    state: state?.repeated_writes,
  });
  const turn: TurnOfConversation = new TurnOfConversation({
    ledger,
    runId,
    log: plan.log,
    chats: ports.conversations.chats.runs,
    chatBegun: plan.chatBegun,
    saidBefore: state?.said ?? [],
    left: async () => ({
      turn: plan.message,
      noted: trace.noted,
      writes: writes.settled,
      evidence: keepOutcomes(
        plan.question ?? (await parseDialogue(splitDialogue(request))),
        research.outcomes,
        plan.known,
      ),
    }),
    stop: () => call.stop?.(),
    clock: ports.clock,
    logger: ports.logger,
    about: { tenant_id: caller.tenantId, request_id: call.requestId },
  });
  const span = ports.tracer.start("invoke_agent plumbline", {
    parent: call.span,
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.agent.name": "plumbline",
      "gen_ai.conversation.id": ledger.id,
      "gen_ai.request.model": plan.model?.id,
      "plumbline.run.id": runId,
      "plumbline.tenant.id": caller.tenantId,
    },
    observe: (ended) => turn.note(describeSpan(ended)),
  });
  return {
    research,
    trace,
    outside: new OutsideText(trace, userTexts),
    refusedWrites: new RefusedWrites(state?.refused_writes),
    writes,
    time: new RunTime(ports.clock, plan.deadline),
    turn,
    usage,
    span,
  };
}

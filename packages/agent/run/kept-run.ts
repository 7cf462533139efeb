import type { RepeatedWritesState } from "@plumbline/core/conversations/message-writes.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { RunTraceState } from "@plumbline/core/policy/run-trace.ts";
import type { GateDecision, Question } from "@plumbline/grounding";
import type { ModelMessage, ToolCall } from "../model/model.ts";
import type { AgentRequest } from "./agent-request.ts";
import type { RefusedWritesState } from "./refused-writes.ts";
import type { ResearchState } from "./research-of-run.ts";

/** A call of a run that waits for a person. */
export interface WaitingCall {
  tool_use_id: string;
  name: string;
  approval_id: string;
  /** As the client was shown them. */
  arguments: unknown;
  call: ToolCall;
  /** Index of the call among those of its turn. */
  place: number;
}

/** All that a run needs to go on from where it stopped. */
export interface RunState {
  request: AgentRequest;
  question: Question | null;
  trace: RunTraceState;
  research: ResearchState;
  refused_writes: RefusedWritesState;
  /** Left out of runs that were kept before there was such a list. */
  repeated_writes?: RepeatedWritesState;
  /** The texts that the client has read of it. Left out of runs that were kept before conversations were. */
  said?: readonly string[];
  /** The model's turns and the results of its calls, oldest first. */
  since: readonly ModelMessage[];
  /** Turns that the model has taken. */
  steps: number;
}

/** A run that stopped for approvals, as it is kept until they are decided. */
export interface KeptRun {
  /** Changes when an older service's runs can no longer be read. */
  form: 1;
  run_id: string;
  conversation_id: string;
  decision: GateDecision;
  state: RunState;
  waiting: readonly WaitingCall[];
}

/** The state in which a run stopped, the calls it waited for, and how they ended, by approval. */
export interface ResumedFrom {
  state: RunState;
  waiting: readonly WaitingCall[];
  results: ReadonlyMap<string, DispatchResult>;
}

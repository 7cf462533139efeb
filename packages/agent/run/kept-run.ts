import type { MessageTurn } from "@plumbline/core/conversations/conversation-records.ts";
import type { RepeatedWritesState } from "@plumbline/core/conversations/message-writes.ts";
import type { DispatchResult } from "@plumbline/core/dispatch/dispatch-result.ts";
import type { RunTraceState } from "@plumbline/core/policy/run-trace.ts";
import type { GateDecision, Question } from "@plumbline/grounding";
import type { ModelMessage, ToolCall } from "../model/model.ts";
import type { AgentRequest } from "./agent-request.ts";
import type { RefusedWritesState } from "./refused-writes.ts";
import type { ResearchState } from "./research-of-run.ts";

/** A call of a run that waits for approval. */
export interface WaitingCall {
  tool_use_id: string;
  name: string;
  approval_id: string;
  /** The arguments as shown to the client. */
  arguments: unknown;
  call: ToolCall;
  /** Index of the call within its turn. */
  place: number;
}

/** Everything needed to resume a run from where it stopped. */
export interface RunState {
  request: AgentRequest;
  /** The message that it answers. Omitted for runs stored by the last release. */
  message?: MessageTurn;
  question: Question | null;
  trace: RunTraceState;
  research: ResearchState;
  refused_writes: RefusedWritesState;
  /** Omitted for runs stored before this list existed. */
  repeated_writes?: RepeatedWritesState;
  /** Texts that the client has received. Omitted for runs stored before conversations existed. */
  said?: readonly string[];
  /** The model's turns and the results of its calls, oldest first. */
  since: readonly ModelMessage[];
  /** Number of turns that the model has taken. */
  steps: number;
}

/** A run that stopped for approvals, stored until they are decided. */
export interface KeptRun {
  /** Version of the format. Incremented when runs of older releases can no longer be read. */
  form: 1;
  run_id: string;
  conversation_id: string;
  decision: GateDecision;
  state: RunState;
  waiting: readonly WaitingCall[];
}

/** State of a stopped run, the calls it waited for, and their results by approval. */
export interface ResumedFrom {
  state: RunState;
  waiting: readonly WaitingCall[];
  results: ReadonlyMap<string, DispatchResult>;
}

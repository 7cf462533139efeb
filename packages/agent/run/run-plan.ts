import type { Deadline } from "@plumbline/core/clock/clock.ts";
import type { MessageTurn } from "@plumbline/core/conversations/conversation-records.ts";
import type { Ledger } from "@plumbline/core/conversations/ledger.ts";
import type { RunLog } from "@plumbline/core/conversations/run-log.ts";
import type { CallOptions } from "@plumbline/core/dispatch/call-options.ts";
import type { GateDecision, Question } from "@plumbline/grounding";
import type { ReaderReport, ResearchOutcome } from "@plumbline/grounding/outcome";
import type { Model } from "../model/model.ts";
import type { ListedConnections } from "./agent-request.ts";
import type { ResumedFrom } from "./kept-run.ts";
import type { ResearchState } from "./research-of-run.ts";

/** Options of a request that starts or resumes a run. */
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

/** Holds the decisions about a run that are made before it starts. */
export interface RunPlan {
  runId: string;
  /** The model that writes, if any. */
  model: Model | undefined;
  /** Set if a resumed run's model is no longer configured: its ID. */
  unavailableModel?: string | undefined;
  /** Ledger of the conversation of which the run is a turn. The run holds its lease. */
  ledger: Ledger;
  /** The user's message that the run answers. */
  message: MessageTurn;
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

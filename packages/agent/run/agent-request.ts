import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { Random } from "@plumbline/core/clock/random.ts";
import type { Dispatcher } from "@plumbline/core/dispatch/dispatcher.ts";
import type { Logger } from "@plumbline/core/log/logger.ts";
import type { ToolRegistry } from "@plumbline/core/tool/tool.ts";
import type { ConversationTurn } from "@plumbline/grounding";
import type { Model } from "../model/model.ts";
import type { ToldConnections } from "./agent-prompt.ts";

/** What a run is asked. */
export interface AgentRequest {
  /** The last one is the user's prompt. */
  messages: readonly ConversationTurn[];
  workspace_context?: string | undefined;
  /** Names of the tools the model may call; all by default. */
  tools?: readonly string[] | undefined;
  /** Turns of the model. */
  max_steps: number;
  /** Characters of one tool's result that are put before the model; what the client reads stays whole. */
  max_result_chars?: number | undefined;
}

/** What a run stands on. */
export interface AgentPorts {
  dispatcher: Dispatcher;
  registry: ToolRegistry;
  model: Model | undefined;
  /** What the model is told of the tenant's connections. */
  connections(tenantId: string): Promise<ToldConnections>;
  clock: Clock;
  random: Random;
  logger: Logger;
}

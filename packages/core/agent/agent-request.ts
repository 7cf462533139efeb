import type { Clock } from "../clock/clock.ts";
import type { Random } from "../clock/random.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { ConversationTurn } from "../grounding/gate/conversation.ts";
import type { Logger } from "../log/logger.ts";
import type { Model } from "../model/model.ts";
import type { ToolRegistry } from "../tool/registry.ts";
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

import { crowdBench } from "./agent-crowd.ts";
import { firstTextBench } from "./agent-first-text.ts";
import { openStage } from "./agent-stage.ts";
import { throughputBench } from "./agent-throughput.ts";

/** The agent's stream over real sockets: model, service and client each in a process of its own. */
export async function agentBench(): Promise<void> {
  const stage = await openStage();
  await firstTextBench(stage);
  await throughputBench(stage);
  stage.close();
  await crowdBench();
}

import type { ToolSamples } from "@plumbline/sandbox/tool-samples.ts";
import { TOOL_SAMPLES } from "../../support/tool-samples.ts";
import type { ConnectedAgent } from "./connected-agent.ts";

/** A tool that reads what strangers wrote. */
export interface ReadingTool {
  name: string;
  /** Writes a text where the tool will read it, and returns the arguments that read it. */
  plant(agent: ConnectedAgent, text: string): Promise<object>;
}

/** Every tool whose samples promise that its results hold a stranger's words. */
export const READING_TOOLS: readonly ReadingTool[] = TOOL_SAMPLES.filter(
  ({ promises }) => promises.reads === "outside",
).map((samples) => ({ name: samples.tool, plant: (agent, text) => plantFor(samples, agent, text) }));

async function plantFor({ tool, calls, plant }: ToolSamples, agent: ConnectedAgent, text: string) {
  const planting = {
    sandbox: agent.sandbox,
    async call(name: string, args: object) {
      const { json } = await agent.call("POST", `/api/v1/tools/${name}`, { body: { arguments: args } });
      return Object(json.result);
    },
  };
  const args = await plant?.(planting, text);
  if (!args) throw new Error(`The samples of ${tool} plant nothing.`);
  const { connection } = Object.values(calls)[0] ?? {};
  if (connection === "mail") return { credential_id: agent.mailId, ...args };
  return connection === "calendar" ? { credential_id: agent.calendarId, ...args } : args;
}

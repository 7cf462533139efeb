import type { StreamChunk } from "@plumbline/client/agent-stream.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import type { Stage } from "./stage.ts";

/** Runs the agent on a prompt, shows each chunk as it comes, and gives them all. */
export async function streamedRun({ api, narrator }: Stage, prompt: string): Promise<StreamChunk[]> {
  const request: Schemas["RunRequest"] = { messages: [{ role: "user", content: prompt }] };
  narrator.asked(`POST /api/v1/agent/stream ${JSON.stringify(request)}`);
  const chunks: StreamChunk[] = [];
  for await (const chunk of api.streamAgent(request)) {
    chunks.push(chunk);
    const isOutcome = chunk.type === "tool_result" && chunk.name === "grounded_research" && chunk.content;
    narrator.show(isOutcome ? { ...chunk, content: "… the ResearchOutcome …" } : chunk);
  }
  return chunks;
}

import type { StreamChunk } from "@plumbline/client/agent-stream.ts";
import { researchOutcomeSchema } from "@plumbline/grounding/outcome";
import type { Choice } from "../print-candidates.ts";
import type { Citation } from "../sources.ts";

type TextDelta = Extract<StreamChunk, { type: "text_delta" }>;
type ToolResult = Extract<StreamChunk, { type: "tool_result" }>;

/** What the research of a run has found: what its text cites, and whom an ambiguous name may mean. */
export class RunResearch {
  readonly #found = new Map<string, readonly Citation[]>();
  #latest = "";
  /** The last outcome that left a choice. */
  ambiguous: Choice | undefined;

  /** Takes a tool's result, if it is an outcome of research. */
  enter({ name, tool_use_id: toolUseId, is_error: refused, content }: ToolResult): void {
    if (name !== "grounded_research") return;
    const outcome = researchOutcomeSchema.safeParse(content).data;
    if (!outcome) return;
    if (outcome.disambiguation_candidates.length > 0) this.ambiguous = outcome;
    if (refused) return;
    this.#found.set(toolUseId, outcome.citations);
    this.#latest = toolUseId;
  }

  /** What a text cites. Where there was one outcome only, the text does not name its call. */
  citedBy({ citations = [], tool_use_id: toolUseId = this.#latest }: TextDelta): Citation[] {
    const found = this.#found.get(toolUseId) ?? [];
    return citations.flatMap((index) => found[index] ?? []);
  }
}

import * as z from "zod";
import type { Chunk } from "./chunk.ts";
import type { UiMessagePart } from "./ui-message-part.ts";

const found = z.object({ citations: z.array(z.object({ url: z.string(), title: z.string() })) });

type Source = z.output<typeof found>["citations"][number];

/** The sources a run's research has found, and which of them its text has cited so far. */
export class CitedSources {
  readonly #found = new Map<string, readonly Source[]>();
  readonly #named = new Set<string>();
  #latest = "";

  /** Takes the ResearchOutcome that a tool call brought. */
  enter(toolUseId: string, outcome: unknown): void {
    this.#found.set(toolUseId, found.parse(outcome).citations);
    this.#latest = toolUseId;
  }

  /** The sources that this text is the first to cite, then what it cites. */
  *citedBy({
    text,
    citations = [],
    tool_use_id = this.#latest,
  }: Extract<Chunk, { type: "text_delta" }>): Generator<UiMessagePart, void> {
    const cited = citations.flatMap((index) => {
      const source = this.#found.get(tool_use_id)?.[index];
      return source ? [{ index, source, sourceId: `${tool_use_id}:${index}` }] : [];
    });
    if (cited.length === 0) return;
    for (const { source, sourceId } of cited) {
      if (this.#named.has(sourceId)) continue;
      this.#named.add(sourceId);
      yield { type: "source-url", sourceId, url: source.url, title: source.title };
    }
    const data = {
      text,
      tool_use_id,
      citations: cited.map(({ index }) => index),
      source_ids: cited.map(({ sourceId }) => sourceId),
    };
    yield { type: "data-citations", data };
  }
}

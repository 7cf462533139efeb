import * as z from "zod";
import type { Chunk } from "./chunk.ts";
import type { UiMessagePart } from "./ui-message-part.ts";

const found = z.object({ citations: z.array(z.object({ url: z.string(), title: z.string() })) });

type Source = z.output<typeof found>["citations"][number];

/**
 * The sources a run's research has found, and which of them its text has cited so far: a page is one source,
 * whatever was found of it.
 */
export class CitedSources {
  readonly #found = new Map<string, readonly Source[]>();
  /** The ids of pages that were named, by URL. */
  readonly #named = new Map<string, string>();
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
    quote,
  }: Extract<Chunk, { type: "text_delta" }>): Generator<UiMessagePart, void> {
    const cited: { index: number; sourceId: string }[] = [];
    for (const index of citations) {
      const source = this.#found.get(tool_use_id)?.[index];
      if (!source) continue;
      const { url, title } = source;
      const known = this.#named.get(url);
      const sourceId = known ?? `${tool_use_id}:${index}`;
      cited.push({ index, sourceId });
      if (known !== undefined) continue;
      this.#named.set(url, sourceId);
      yield { type: "source-url", sourceId, url, title };
    }
    if (cited.length === 0) return;
    const data = {
      text,
      tool_use_id,
      citations: cited.map(({ index }) => index),
      source_ids: [...new Set(cited.map(({ sourceId }) => sourceId))],
      ...(quote === undefined ? {} : { quote }),
    };
    yield { type: "data-citations", data };
  }
}

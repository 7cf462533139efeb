import type { Chunk, StopReason } from "./chunk.ts";

const GAP = "\n\n";

/** Said before a text that does not go on from the one before it: a turn of the model, a refusal, the claims of an outcome. */
export const PARAGRAPH = "paragraph";

export type Told = Chunk | typeof PARAGRAPH;

/** What a run tells, as its client reads it: a blank line between its paragraphs, and none before the first. */
export async function* inParagraphs(
  told: AsyncGenerator<Told, StopReason>,
): AsyncGenerator<Chunk, StopReason> {
  let apart = false;
  let last = "";
  try {
    for (;;) {
      const next = await told.next();
      if (next.done) return next.value;
      const chunk = next.value;
      if (chunk === PARAGRAPH) {
        apart = true;
        continue;
      }
      if (chunk.type === "text_delta") {
        if (apart && last !== "" && !last.endsWith("\n")) yield { type: "text_delta", text: GAP };
        apart = false;
        last = chunk.text;
      }
      yield chunk;
    }
  } finally {
    // A reader that leaves ends what it read from; at its own end this does nothing.
    await told.return("error");
  }
}

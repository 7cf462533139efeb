/**
 * A position in an answer at which the model wants the evidence's own words: `[[12]]`, `[[3, 4]]`, `[[12:
 * words of it]]`.
 */
export interface SelectionMarker {
  /** As written by the model. */
  written: string;
  numbers: readonly number[];
  /** The words of a part, or null for whole sentences. */
  part: string | null;
}

/** Text between markers, or a marker. */
export type MarkedPiece =
  | { readonly type: "text"; readonly text: string }
  | ({ readonly type: "marker" } & SelectionMarker);

/** Maximum length of a marker. Longer text that looks like a marker is passed on. */
const MAX_MARKER_LENGTH = 800;
const MARKER = /^\[\[\s?(\d{1,4}(?:\s?[,;]\s?\d{1,4}){0,7})\s?(?::([^\n]{0,780}?))?\]\]/;
/** Matches the start of a text that may still become a marker. */
const PARTIAL_MARKER = /^\[(?:$|\[[\s\d,;]{0,80}(?:$|\]$|:[^\n]*$))/;

/**
 * Extracts the markers from a text that arrives in pieces of any size. Passes on text immediately once it
 * cannot become a marker. The result does not depend on how the text was split.
 */
export class MarkerStream {
  #held = "";

  push(delta: string): MarkedPiece[] {
    const pieces: MarkedPiece[] = [];
    let rest = this.#held + delta;
    this.#held = "";
    for (let from = 0; ; ) {
      const at = rest.indexOf("[", from);
      if (at < 0) break;
      const candidate = rest.slice(at, at + MAX_MARKER_LENGTH);
      const match = MARKER.exec(candidate);
      if (match) {
        addText(pieces, rest.slice(0, at));
        pieces.push(createMarker(match));
        rest = rest.slice(at + match[0].length);
        from = 0;
      } else if (candidate.length < MAX_MARKER_LENGTH && PARTIAL_MARKER.test(candidate)) {
        this.#held = rest.slice(at);
        rest = rest.slice(0, at);
        break;
      } else from = at + 1;
    }
    addText(pieces, rest);
    return pieces;
  }

  /** Returns the text that was held back when the stream ends, because it is not a marker. */
  end(): MarkedPiece[] {
    const pieces: MarkedPiece[] = [];
    addText(pieces, this.#held);
    this.#held = "";
    return pieces;
  }
}

function addText(pieces: MarkedPiece[], text: string): void {
  if (text !== "") pieces.push({ type: "text", text });
}

function createMarker([written, numbers = "", part]: RegExpExecArray): MarkedPiece {
  const words = part?.trim() ?? "";
  return {
    type: "marker",
    written,
    numbers: numbers.split(/[,;]/).map(Number),
    part: words === "" ? null : words,
  };
}

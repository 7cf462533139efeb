import { BEFORE_URL, DOMAIN_CHARACTER, TOP_LEVEL_DOMAIN } from "./url-characters.ts";

/** Where domain names may begin and end among labels with single dots between. */
export class DomainsWithin {
  readonly #text: string;
  readonly #end: number;
  /** Dots before top-level domains; `underscore` is the last one in the label before, which a domain must not hold. */
  readonly #endings: { dot: number; end: number; underscore: number }[] = [];
  /** The last ending that no underscore bars. */
  readonly #last: { dot: number; end: number } | undefined;
  #next = 0;

  constructor(text: string, start: number, end: number) {
    this.#text = text;
    this.#end = end;
    let labelStart = start;
    for (let dot = text.indexOf(".", start); dot !== -1 && dot < end; dot = text.indexOf(".", dot + 1)) {
      TOP_LEVEL_DOMAIN.lastIndex = dot + 1;
      if (TOP_LEVEL_DOMAIN.test(text)) {
        const underscore = text.slice(labelStart, dot).lastIndexOf("_");
        const ending = {
          dot,
          end: TOP_LEVEL_DOMAIN.lastIndex,
          underscore: underscore < 0 ? -1 : labelStart + underscore,
        };
        this.#endings.push(ending);
        if (underscore < 0) this.#last = ending;
      }
      labelStart = dot + 1;
    }
  }

  /** The end of the longest domain that begins at a position; positions must not go back. */
  endFrom(start: number): number | undefined {
    if (this.#last && this.#last.dot > start) return this.#last.end;
    while ((this.#endings[this.#next]?.dot ?? this.#end) <= start) this.#next += 1;
    const ending = this.#endings[this.#next];
    return ending && ending.underscore < start ? ending.end : undefined;
  }

  /** The first position from `from` on where a domain begins; what stands before it must lie behind `searched`. */
  nextStart(from: number, searched: number): number | undefined {
    if (this.#endings.length === 0) return undefined;
    // The first character of a text counts as what stands before a domain, where it can.
    const first = from === 0 && this.#begins(1) ? 1 : from;
    for (let start = first; start < this.#end; start++) {
      if ((start === 0 || start > searched) && this.#begins(start)) return start;
    }
    return undefined;
  }

  #begins(start: number): boolean {
    return (
      (start === 0 || BEFORE_URL.test(this.#text.charAt(start - 1))) &&
      DOMAIN_CHARACTER.test(this.#text.charAt(start)) &&
      this.endFrom(start) !== undefined
    );
  }
}

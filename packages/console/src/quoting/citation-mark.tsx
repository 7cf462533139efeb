import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { type Citation, SourceHead, withMarks } from "./source-card.tsx";

interface CitationMarkProps {
  /** Position of the source in its list, counted from 1. */
  number: number;
  citation: Citation;
  /** The quote from the source. */
  quote: string;
}

/**
 * Shows a small number after a sentence. Hovering, focusing or tapping it opens a card with the quote in its
 * context, its page and the time of reading. Escape, or a tap elsewhere, closes the card.
 */
export function CitationMark({ number, citation, quote }: CitationMarkProps): JSX.Element {
  const [isOpen, setOpen] = useState(false);
  const frame = useRef<HTMLSpanElement>(null);
  const card = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (isOpen && frame.current && card.current) placeCard(frame.current, card.current);
  }, [isOpen]);
  useEffect(() => {
    if (!isOpen) return;
    const leaving = new AbortController();
    const { signal } = leaving;
    const closeElsewhere = ({ target }: Event) => {
      if (!frame.current?.contains(target as Node)) setOpen(false);
    };
    addEventListener("pointerdown", closeElsewhere, { signal });
    addEventListener("scroll", closeElsewhere, { signal, capture: true });
    addEventListener("keydown", ({ key }) => key === "Escape" && setOpen(false), { signal });
    return () => leaving.abort();
  }, [isOpen]);
  const show = () => setOpen(true);
  const hide = () => setOpen(false);
  return (
    <span
      ref={frame}
      class="citation"
      onPointerEnter={({ pointerType }) => pointerType === "mouse" && show()}
      onPointerLeave={({ pointerType }) => pointerType === "mouse" && hide()}
      onFocusOut={({ relatedTarget }) => !frame.current?.contains(relatedTarget as Node | null) && hide()}
    >
      {/* No line begins with the number. */}
      {"\u00a0"}
      <button
        type="button"
        class="citation-mark"
        aria-expanded={isOpen}
        aria-label={`Source ${number}: ${citation.title}`}
        onFocus={show}
        onClick={show}
      >
        {number}
      </button>
      {isOpen && (
        <span ref={card} class="citation-card" role="note" aria-label={`Source ${number}`} popover="manual">
          <SourceHead number={number} citation={citation} quote={quote} />
          <q>{withMarks(contextOf(quote, citation.snippet), [quote])}</q>
        </span>
      )}
    </span>
  );
}

const EDGE = 8;

/**
 * Places the card on top of everything, within the screen: below the number, or above it if there is no room
 * below.
 */
function placeCard(mark: HTMLElement, card: HTMLElement): void {
  card.showPopover();
  const { left, top, bottom } = mark.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = card;
  const goesBelow = bottom + height + EDGE < innerHeight;
  card.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  card.style.top = `${goesBelow ? bottom : Math.max(EDGE, top - height)}px`;
}

/** Number of characters of the page to show on either side of a quote. */
const AROUND = 160;

/** Returns the quote with its surroundings, cut between words. */
function contextOf(quote: string, snippet: string): string {
  const at = snippet.indexOf(quote);
  const [from, to] = at < 0 ? [0, 2 * AROUND] : [at - AROUND, at + quote.length + AROUND];
  const before = snippet.slice(Math.max(0, from), Math.max(0, at)).replace(from > 0 ? /^\S*\s/ : "", "");
  const after = snippet.slice(Math.max(0, at), to).replace(to < snippet.length ? /\s\S*$/ : "", "");
  return `${from > 0 ? "… " : ""}${before}${after}${to < snippet.length ? " …" : ""}`;
}

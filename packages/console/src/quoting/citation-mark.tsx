import type { JSX } from "preact";

interface CitationMarkProps {
  /** Of the source in its list, counted from 1. */
  number: number;
  /** The element that shows the source. */
  target: string;
  title: string;
}

/** A small number behind a sentence. It brings the reader to the source and opens it. */
export function CitationMark({ number, target, title }: CitationMarkProps): JSX.Element {
  return (
    <button
      type="button"
      class="citation-mark"
      title={title}
      aria-label={`Source ${number}: ${title}`}
      onClick={() => showSource(target)}
    >
      {number}
    </button>
  );
}

function showSource(id: string): void {
  const source = document.getElementById(id);
  if (source === null) return;
  for (let part: Element | null = source; part !== null; part = part.parentElement)
    if (part instanceof HTMLDetailsElement) part.open = true;
  const own = source.querySelector("details");
  if (own) own.open = true;
  source.scrollIntoView({ block: "center" });
  source.focus({ preventScroll: true });
}

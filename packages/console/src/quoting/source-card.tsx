import type { Schemas } from "@plumbline/client/schemas.ts";
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Badge } from "../parts/badge.tsx";
import { ExternalLink } from "../parts/external-link.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";
import { computeSnippetHash } from "./snippet-hash.ts";
import { quoteAddress } from "./source-link.ts";

export type Citation = Schemas["ResearchOutcome"]["citations"][number];

interface SourceCardProps {
  id: string;
  number: number;
  citation: Citation;
  /** What is quoted of it; marked in its text. */
  quotes: readonly string[];
}

/** A page that was found: its text as it was read, with what is quoted marked in it. */
export function SourceCard({ id, number, citation, quotes }: SourceCardProps): JSX.Element {
  const { url, title, snippet, domain, retrieved_at } = citation;
  return (
    <li class="source-card" id={id} tabIndex={-1}>
      <p class="source-title">
        <span class="source-number">{number}</span>
        <ExternalLink href={quoteAddress(url, quotes[0] ?? "")}>{title === "" ? url : title}</ExternalLink>
      </p>
      <p class="small soft">
        {domain} · read <RelativeTime at={retrieved_at} />
      </p>
      <details>
        <summary>What it says</summary>
        <blockquote>{withMarks(snippet, quotes)}</blockquote>
        <HashCheck citation={citation} />
      </details>
    </li>
  );
}

/** A text in which the quotes are marked, where they stand in it. */
export function withMarks(text: string, quotes: readonly string[]): ComponentChildren {
  const places = quotes
    .map((quote) => ({ start: text.indexOf(quote), length: quote.length }))
    .filter(({ start, length }) => start >= 0 && length > 0)
    .toSorted((one, other) => one.start - other.start);
  const parts: ComponentChildren[] = [];
  let from = 0;
  for (const { start, length } of places) {
    if (start < from) continue;
    parts.push(text.slice(from, start), <mark key={start}>{text.slice(start, start + length)}</mark>);
    from = start + length;
  }
  return [...parts, text.slice(from)];
}

/** Computes the hash of the text in the browser, and tells whether it is the one that the service gave. */
function HashCheck({ citation }: { citation: Citation }): JSX.Element {
  const { snippet, snippet_hash: given } = citation;
  const [computed, setComputed] = useState<string>();
  useEffect(() => {
    let isGone = false;
    void computeSnippetHash(snippet).then(
      (hash) => !isGone && setComputed(hash),
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [snippet]);
  return (
    <p class="small soft hash-check">
      SHA-256 <code>{given}</code>{" "}
      {computed !== undefined && (
        <Badge tone={computed === given ? "good" : "bad"}>
          {computed === given ? "matches the text" : "does not match the text"}
        </Badge>
      )}
    </p>
  );
}

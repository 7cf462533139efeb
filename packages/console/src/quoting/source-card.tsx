import type { Schemas } from "@plumbline/client/schemas.ts";
import { type ComponentChildren, Fragment, type JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Badge } from "../parts/badge.tsx";
import { ExternalLink } from "../parts/external-link.tsx";
import { RelativeTime } from "../parts/relative-time.tsx";

export type Citation = Schemas["ResearchOutcome"]["citations"][number];

interface SourceCardProps {
  number: number;
  /** Citations of one page, which may have been found more than once. */
  citations: readonly [Citation, ...Citation[]];
  /** Quotes from the page, to be marked in its text. */
  quotes: readonly string[];
}

/** Shows a page that was found: its text as read, with quotes marked. */
export function SourceCard({ number, citations, quotes }: SourceCardProps): JSX.Element {
  return (
    <li class="source-card">
      <SourceHead number={number} citation={citations[0]} quote={quotes[0] ?? ""} />
      <details>
        <summary>What it says</summary>
        {citations.map((citation) => (
          <Fragment key={citation.snippet_hash}>
            <blockquote>{withMarks(citation.snippet, quotes)}</blockquote>
            <HashCheck citation={citation} />
          </Fragment>
        ))}
      </details>
    </li>
  );
}

interface SourceHeadProps {
  number: number;
  citation: Citation;
  quote: string;
}

/** Shows the page of a source and the time of reading. */
export function SourceHead({ number, citation, quote }: SourceHeadProps): JSX.Element {
  const { url, title, domain, retrieved_at: at } = citation;
  return (
    <>
      <span class="source-title">
        <span class="source-number">{number}</span>
        <ExternalLink href={quoteAddress(url, quote)}>{title === "" ? url : title}</ExternalLink>
      </span>
      <span class="source-read small soft">
        {domain} · read <RelativeTime at={at} />
      </span>
    </>
  );
}

/** Returns a quote without its quotation marks. */
export function withoutQuotationMarks(text: string): string {
  return text.replace(/^[\s“"]+|[\s”"]+$/g, "");
}

/** Returns a text with the quotes that occur in it marked. */
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

/** Computes the hash of the text in the browser and shows whether it matches the service's. */
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

const HASH_CHARACTERS = 16;

/** Computes the expected `snippet_hash`: the first 16 hex characters of the SHA-256 of the snippet. */
async function computeSnippetHash(snippet: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(snippet));
  const hex = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.slice(0, HASH_CHARACTERS);
}

const WHOLE_AT_MOST = 120;
const EDGE_WORDS = 6;

/**
 * Returns an address that makes a browser open a page and scroll to a quote
 * (https://wicg.github.io/scroll-to-text-fragment). A browser that does not find the quote opens the page
 * normally.
 */
function quoteAddress(url: string, quote: string): string {
  if (!URL.canParse(url) || quote === "") return url;
  const address = new URL(url);
  if (address.hash !== "") return url;
  return `${url}#:~:text=${fragmentFor(quote)}`;
}

function fragmentFor(quote: string): string {
  if (quote.length <= WHOLE_AT_MOST) return encoded(quote);
  const words = quote.split(/\s+/);
  return `${encoded(words.slice(0, EDGE_WORDS).join(" "))},${encoded(words.slice(-EDGE_WORDS).join(" "))}`;
}

/** Encodes text. A hyphen has a special meaning in such a fragment. */
const encoded = (text: string) => encodeURIComponent(text).replaceAll("-", "%2D");

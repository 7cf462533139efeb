import MiniSearch from "minisearch";
import { type GuidePage, type GuideSection, sectionsOf } from "./pages.ts";

/** A section that holds the words, and the first of them in its text. */
export interface Found extends Pick<GuideSection, "page" | "anchor" | "title" | "heading"> {
  before: string;
  match: string;
  after: string;
}

const MOST_FOUND = 20;
/** Characters of the text that are shown on each side of a word. */
const AROUND = 90;

/** Finds sections by words, the best first. Beginnings of words count, and one slip in a long word. */
export function searcherOf(pages: readonly GuidePage[]): (query: string) => Found[] {
  const index = new MiniSearch<GuideSection>({
    fields: ["title", "heading", "text"],
    storeFields: ["page", "anchor", "title", "heading", "text"],
    // Names of tools and settings are found by their parts too.
    tokenize: (text) => text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== ""),
    searchOptions: {
      boost: { title: 3, heading: 4 },
      prefix: (word) => word.length > 2,
      fuzzy: (word) => (word.length > 5 ? 0.2 : false),
      combineWith: "AND",
    },
  });
  index.addAll(pages.flatMap(sectionsOf));
  return (query) =>
    index
      .search(query)
      .slice(0, MOST_FOUND)
      .map((result) => {
        const { page, anchor, title, heading, text } = result as unknown as GuideSection;
        return { page, anchor, title, heading, ...excerptOf(text, result.terms) };
      });
}

function excerptOf(text: string, words: readonly string[]): Pick<Found, "before" | "match" | "after"> {
  const small = text.toLowerCase();
  const places = words.map((word) => [small.indexOf(word), word.length] as const);
  const [at, length] = places.filter(([place]) => place >= 0).toSorted(([a], [b]) => a - b)[0] ?? [0, 0];
  const from = Math.max(0, at - AROUND);
  const to = at + length + AROUND;
  return {
    before: `${from > 0 ? "…" : ""}${text.slice(from, at)}`,
    match: text.slice(at, at + length),
    after: `${text.slice(at + length, to)}${to < text.length ? "…" : ""}`,
  };
}

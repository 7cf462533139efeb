import { withoutMarkdown } from "./markdown.ts";
import { joinPieces, withoutFurniture, withoutLeadingDate } from "./page-furniture.ts";

/**
 * The text of a search result as it is cited, hashed and quoted: its running text, without Markdown, tables, menus, buttons and the
 * date that search engines put in front. Where something is left out in the middle stands `[...]`. A result that was cut off at its end
 * keeps its dots, so that nobody quotes the last sentence as whole. `raw` is plain
 * text or Markdown whose tags and entities `cleanLines` has taken out; a clean text comes back as it is.
 */
export function cleanSnippet(raw: string): string {
  const pieces = withoutMarkdown(raw).split(CUT).flatMap(sentencesBetweenBars).flatMap(listItems);
  const [first = "", ...others] = pieces;
  return joinPieces([withoutLeadingDate(first), ...others].map(withoutFurniture)).replace(LEADING_DOTS, "");
}

/** Marks of a cut quote that stand in the text already, and the dots between the items of a list that was made one line. */
const CUT = /\s*\[(?:\.\.\.|…)\]\s*|\s[•▪●■►▶◆✓✔➤](?=\s)/u;
const LEADING_DOTS = /^(?:\.\.\.|…)\s*/;

/** A bar between letters is mathematics. */
const BAR = /\s\|\s?|\|\s|^\||\|$/;
const BREADCRUMB = /\s(?:›|»|>|→|::)\s/;
const FEWEST_WORDS = 6;

/**
 * What stands between bars and arrows and holds a sentence; table cells, breadcrumbs and menus go. Where nothing is a sentence the
 * text stays as it is, to be read and not to be quoted.
 */
function sentencesBetweenBars(piece: string): string[] {
  const isCrumbs = BREADCRUMB.test(piece) && !piece.includes("«");
  if (!BAR.test(piece) && !isCrumbs) return [piece];
  const cells = piece.split(BAR).flatMap((cell) => (isCrumbs ? cell.split(BREADCRUMB) : [cell]));
  const kept = cells.filter(holdsSentence);
  return kept.length > 0 ? kept : [piece];
}

function holdsSentence(cell: string): boolean {
  if (/[\p{Script=Han}\p{Script=Hiragana}]/u.test(cell)) return /[。！…]/u.test(cell) && cell.length > 8;
  const words = cell.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return /[.!؟…]["'”’)]*(?:\s|$)/u.test(cell) && words >= FEWEST_WORDS;
}

const FIRST_TWO = /(?:^|[:.;!?)]\s)1[.)]\s.{1,600}?[:.;!?)]\s2[.)]\s/u;
const NUMBER_OF_ITEM = /(?<=^|[:.;!?)])\s*\d{1,2}[.)]\s+(?=["“]?\p{Lu})/u;

/** The items of a numbered list that was made one line: the numbers would end their sentences. */
function listItems(piece: string): string[] {
  return FIRST_TWO.test(piece) ? piece.split(NUMBER_OF_ITEM) : [piece];
}

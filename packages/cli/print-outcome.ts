import { splitCandidateList } from "@plumbline/client/candidate-list.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { listAnswer, listClaims } from "@plumbline/grounding/outcome";
import { printCandidates } from "./print-candidates.ts";
import { toPrintable, toPrintableLine } from "./printable.ts";
import { type Screen, wrapText } from "./screen.ts";
import { numberPages, type ShownCitation, Sources } from "./sources.ts";
import { applyStyle, onStandardError, type Terminal } from "./terminal.ts";

/** Options for showing an outcome. */
interface OutcomeOptions {
  /** The screen that the output must fit. If omitted, everything is printed. */
  screen?: Screen | undefined;
  /** Number of rows of a completion above. The answer is then one of the quotes that it was written from. */
  completionRows?: number | undefined;
}

/**
 * Prints a research outcome for reading: the answer, the other quotes, numbered sources and notes. A refusal
 * is printed on standard error.
 */
export function printOutcome(
  terminal: Terminal,
  outcome: Schemas["ResearchOutcome"],
  { screen, completionRows }: OutcomeOptions = {},
): void {
  if (!outcome.ok) {
    printRefusal(onStandardError(terminal), outcome, screen);
    return;
  }
  const view = screen ? viewOnScreen(outcome, screen, completionRows ?? 0) : viewAll(outcome);
  printQuotes(terminal, view, completionRows !== undefined);
  const pages = new Set(outcome.citations.map(({ url }) => url)).size;
  const snippets = outcome.citations.length > pages ? outcome.citations.length : 0;
  view.sources.print(terminal, view.columns, snippets);
  printNotes(terminal, view.notes);
  terminal.out(`${toPrintable(outcome.summary)} Coverage ${outcome.coverage_score.toFixed(2)}.\n`);
  if (view.leftOut !== "") terminal.out(`… ${view.leftOut}: --all\n`);
}

/** Prints why there is no answer, what was found instead, and the candidates. */
function printRefusal(
  terminal: Terminal,
  outcome: Schemas["ResearchOutcome"],
  screen: Screen | undefined,
): void {
  terminal.out(`${applyStyle(terminal, "red", "refused")} (${outcome.error_code})\n`);
  const wrapToScreen = (text: string) =>
    screen ? wrapText(text, { columns: screen.columns }).join("\n") : text;
  const { refusal_reason: reason, disambiguation_candidates: candidates } = outcome;
  const { lead, descriptions } = splitCandidateList(reason ?? "", candidates);
  terminal.out(`${wrapToScreen(toPrintable(lead))}\n`);
  printNotes(
    terminal,
    outcome.unverified_notes.map(({ kind, text }) => wrapToScreen(`note (${kind}): ${toPrintable(text)}`)),
  );
  printCandidates(terminal, outcome, { descriptions });
}

/** Prints the answer under its own heading, unless a completion above has given it. */
function printQuotes(terminal: Terminal, { quotes }: OutcomeView, isCompleted: boolean): void {
  const others = isCompleted ? quotes : quotes.slice(1);
  if (!isCompleted) {
    printPart(terminal, "Answer", quotes.slice(0, 1));
    if (others.length > 0) terminal.out("\n");
  }
  printPart(terminal, "Quotes", others);
}

function printPart(terminal: Terminal, heading: string, quotes: readonly QuoteView[]): void {
  if (quotes.length > 0) terminal.out(`${applyStyle(terminal, "bold", heading)}\n`);
  for (const { lines, marks } of quotes) {
    const text = lines.join("\n");
    terminal.out(`${text.slice(0, -marks.length)}${applyStyle(terminal, "cyan", marks)}\n`);
  }
}

function printNotes(terminal: Terminal, notes: readonly string[]): void {
  for (const note of notes) terminal.out(`${applyStyle(terminal, "dim", note)}\n`);
}

type Outcome = Schemas["ResearchOutcome"];

/** A quote in lines. `marks` follows the last one. */
interface QuoteView {
  lines: readonly string[];
  marks: string;
}

/** The parts of an answered outcome to show. */
interface OutcomeView {
  /** The answer first. */
  quotes: readonly QuoteView[];
  /** Sources of the quotes first, then the others. */
  sources: Sources;
  notes: readonly string[];
  /** The parts left out for lack of space, such as "5 quotes, 2 sources". Empty if everything is shown. */
  leftOut: string;
  /** Columns of the screen that the output must fit. If omitted, there is no limit. */
  columns?: number;
}

const INDENT = "  ";
/** Maximum number of lines of a quote and of a note on a screen. */
const QUOTE_ROWS = 3;
const NOTE_ROWS = 2;
const MAX_NOTES = 2;
/** Maximum number of pages with which a quote is marked on a screen, if several pages say it. */
const MAX_MARKS = 2;
/**
 * Three headings with two blank lines between them, the summary, the list of omitted parts, and the prompt
 * below.
 */
const FRAME_ROWS = 8;

/** Returns a view of the whole outcome, with every quote on its own line. */
function viewAll(outcome: Outcome): OutcomeView {
  const sources = new Sources(numberPages(outcome));
  const quotes = listClaims(outcome).map(({ text, citations, subject }) => {
    const marks = sources.formatMarks(listCitations(outcome, citations));
    return { lines: [`${INDENT}${formatLead(subject)}“${toPrintable(text)}” ${marks}`], marks };
  });
  sources.formatMarks(outcome.citations);
  return { quotes, sources, notes: outcome.unverified_notes.map(noteText), leftOut: "" };
}

/**
 * Returns a view that fits on a screen with `taken` rows in use. It always has the answer and its sources.
 * Quotes with their sources, then other sources, follow as long as there is space. Long quotes are truncated.
 */
function viewOnScreen(outcome: Outcome, { columns, rows }: Screen, taken: number): OutcomeView {
  const claims = listClaims(outcome);
  const notes = outcome.unverified_notes
    .slice(0, MAX_NOTES)
    .map((note) => wrapText(noteText(note), { columns, rows: NOTE_ROWS }));
  const room = rows - taken - FRAME_ROWS - notes.flat().length;
  let sources = new Sources(numberPages(outcome));
  let cut = false;
  let used = 0;
  const quotes: QuoteView[] = [];
  for (const { text, citations, subject } of listAnswer(outcome)) {
    const more = sources.copy();
    const marks = more.formatMarks(listCitations(outcome, citations.slice(0, MAX_MARKS)));
    const quote = quoteOnScreen(formatLead(subject), text, { marks, columns });
    if (quotes.length > 0 && used + quote.lines.length + more.rows(columns) > room) break;
    used += quote.lines.length;
    cut ||= quote.cut;
    sources = more;
    quotes.push(quote);
  }
  for (const citation of outcome.citations) {
    const more = sources.copy();
    more.formatMarks([citation]);
    if (used + more.rows(columns) <= room) sources = more;
  }
  const leftOut = [
    ...formatCount(claims.length - quotes.length, "quote"),
    ...formatCount(new Set(outcome.citations.map(({ url }) => url)).size - sources.count, "source"),
    ...formatCount(outcome.unverified_notes.length - notes.length, "note"),
    ...(cut ? ["longer texts"] : []),
  ].join(", ");
  return { quotes, sources, notes: notes.map((lines) => lines.join("\n")), leftOut, columns };
}

/** Returns the subject of a quote that only says "she". */
function formatLead(subject: string | undefined): string {
  return subject === undefined ? "" : `${toPrintableLine(subject)}: `;
}

function quoteOnScreen(
  lead: string,
  text: string,
  { marks, columns }: { marks: string; columns: number },
): QuoteView & { cut: boolean } {
  const shown = `${lead}“${toPrintableLine(text)}`;
  const size = { columns: columns - INDENT.length, tail: `” ${marks}` };
  const lines = wrapText(shown, { ...size, rows: QUOTE_ROWS });
  const cut = wrapText(shown, { ...size, rows: QUOTE_ROWS + 1 }).length > QUOTE_ROWS;
  return { lines: lines.map((line) => INDENT + line), marks, cut };
}

function listCitations({ citations }: Outcome, indexes: readonly number[]): ShownCitation[] {
  return indexes.flatMap((index) => citations[index] ?? []);
}

function noteText({ kind, text }: Outcome["unverified_notes"][number]): string {
  return `note (${kind}): ${toPrintable(text)}`;
}

function formatCount(count: number, what: string): string[] {
  return count === 0 ? [] : [`${count} more ${what}${count === 1 ? "" : "s"}`];
}

type Explanation = NonNullable<Schemas["ResearchOutcome"]["explanation"]>;

/**
 * Prints the explanation of an outcome: the question that was searched, then each sentence found with its
 * score, best first.
 */
export function printExplanation(terminal: Terminal, { question, sentences }: Explanation): void {
  const { text, subjects, constraints, expected } = question;
  const { role, place, employer, years } = constraints;
  const facts = [
    ["subjects", subjects.join(", ")],
    ["role", role ?? ""],
    ["place", place ?? ""],
    ["employer", employer ?? ""],
    ["years", years.join(", ")],
    ["expects", expected],
  ].filter(([, value]) => value !== "");
  terminal.out(`\n${applyStyle(terminal, "bold", "Searched")}\n  ${toPrintableLine(text)}\n`);
  for (const [name, value = ""] of facts) terminal.out(`  ${name}: ${toPrintableLine(value)}\n`);
  terminal.out(`\n${applyStyle(terminal, "bold", "Scores")}\n`);
  if (sentences.length === 0) terminal.out("  No sentence was scored.\n");
  for (const { text: sentence, url, citation_index: index, score, reasons } of sentences) {
    const cited = index === undefined ? "" : ", cited";
    const why = reasons.length === 0 ? "" : ` (${reasons.map(toPrintableLine).join(", ")})`;
    terminal.out(`  ${applyStyle(terminal, "cyan", score.toFixed(2))}  “${toPrintable(sentence)}”${why}\n`);
    terminal.out(`        ${applyStyle(terminal, "dim", `${toPrintableLine(url)}${cited}`)}\n`);
  }
}

import { FORMS_OF_ADDRESS, GIVEN_NAMES, PARTICLES } from "../../lexicon/names.ts";
import { REPLY_LANGUAGES, REPLY_WORDS } from "../../lexicon/reply-words.ts";
import type { OpenStatement } from "../../reader/statement-reader.ts";
import { startsWithPronoun } from "../../research/evidence/quotable-spans.ts";
import { splitWords } from "../../text/tokens.ts";
import { isNamedAddress } from "../addresses.ts";
import { blankOut } from "../blank-out.ts";
import { findCalendarDates } from "../calendar-dates.ts";
import type { Evidence } from "../evidence.ts";
import type { EvidenceSentence } from "../evidence-sentences.ts";
import { findUnsupportedFact } from "../fact-book.ts";
import { judgeSentence } from "../judge-sentence.ts";
import type { Judgement } from "../judgement.ts";
import { findLinks } from "../links.ts";
import { removeEmphasis, removeLineMarks, removeQuotationMarks } from "../markup.ts";
import { createReaderStatement } from "../reading/rests-on.ts";
import { getReason, type Reason } from "../reasons.ts";
import { collectUserStatements, type UserStatements } from "./user-statements.ts";

/** The sources for judging the values of a write. */
export interface WriteEvidence {
  readonly evidence: Evidence;
  readonly user: UserStatements;
  /** The user's messages. */
  readonly said: readonly string[];
}

export function createWriteEvidence(evidence: Evidence, said: readonly string[]): WriteEvidence {
  return { evidence, user: collectUserStatements(said), said };
}

/** A problem in a line of a write, with the closest sentence of the evidence. */
export interface LineProblem {
  verdict: "unclear" | "unsupported";
  reason: Reason;
  source: EvidenceSentence | null;
  /** Omitted if no reader may overrule the verdict. */
  open?: OpenStatement | undefined;
}

/** Context before a line in its text. */
interface LineContext {
  /** The evidence that the previous sentence is based on. */
  previous: EvidenceSentence | null;
  /** True if the previous line closed a letter. A name may follow. */
  afterClosing: boolean;
}

export const FIRST_LINE: LineContext = { previous: null, afterClosing: false };

const HIDDEN = /(?![\t\n\v\f\r\u00AD\u200C\u200D])[\p{Cc}\p{Cf}]|\p{M}{31}/u;
const WORD = /[\p{L}\p{M}]+/gu;
const LATIN = /\p{Script=Latin}/u;
/** Matches scripts with letters that look like Latin ones. */
const LOOKALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u;
/** Maximum length of a line that can be a fixed phrase. */
const MAX_FORM_LENGTH = 300;
const SUBJECT_MARK = /^(?:(?:re|fwd?|aw|wg|tr):\s*)+/iu;
const END = /[\s.!:,;…–—-]+$/u;

/**
 * Judges one sentence or line of a write. Returns no problem if it may be sent, and the context for the next
 * line.
 */
export function judgeLine(
  line: string,
  { evidence, user }: WriteEvidence,
  context: LineContext,
): { problem: LineProblem | undefined; context: LineContext } {
  if (HIDDEN.test(line) || mixesScripts(line)) return refuse(getReason("hidden_characters"), context);
  const text = line.replace(/\u00AD/g, "");
  const foreign = findLinks(text).some(
    ({ written }) => !written.startsWith("@") && !isNamedAddress(written, evidence.addresses),
  );
  if (foreign) return refuse(getReason("unknown_link"), context);
  const plain = removeQuotationMarks(removeEmphasis(removeLineMarks(text))).trim();
  if (!/[\p{L}\p{N}]/u.test(plain)) return allow(context);
  const rest = removeGreeting(plain, evidence);
  const phraseKind = matchFixedPhrase(plain, context, evidence) ?? matchFixedPhrase(rest, context, evidence);
  if (phraseKind !== undefined) return allow({ previous: null, afterClosing: phraseKind === "closing" });
  if (user.says(rest) || user.names(rest) || isLabel(rest, evidence)) return allow(FIRST_LINE);
  const judgement = judgeSentence(rest === plain ? text : rest, evidence, {
    subject: null,
    previous: context.previous,
  });
  if (judgement.verdict === "exempt") return allow(FIRST_LINE);
  if (judgement.verdict !== "supported") return { problem: toLineProblem(judgement), context: FIRST_LINE };
  const { source } = judgement;
  if (startsWithPronoun(rest, null) && !follows(source, context.previous))
    return {
      problem: { verdict: "unclear", reason: getReason("unknown_subject"), source },
      context: FIRST_LINE,
    };
  return allow({ previous: source, afterClosing: false });
}

/** Returns whether a word mixes Latin letters with a script that looks like them. */
function mixesScripts(line: string): boolean {
  return (
    LOOKALIKE.test(line) && (line.match(WORD) ?? []).some((word) => LOOKALIKE.test(word) && LATIN.test(word))
  );
}

function allow(context: LineContext): { problem: undefined; context: LineContext } {
  return { problem: undefined, context };
}

function refuse(reason: Reason, context: LineContext): { problem: LineProblem; context: LineContext } {
  return { problem: { verdict: "unclear", reason, source: null }, context };
}

/** Converts a judgement other than "supported" to a problem. */
export function toLineProblem(judgement: Judgement): LineProblem {
  const { verdict, reasons, source } = judgement;
  const reason = reasons[0] ?? getReason("not_restated");
  const open = createReaderStatement(judgement, null);
  return { verdict: verdict === "unsupported" ? verdict : "unclear", reason, source, open };
}

/**
 * Returns whether `source` follows `previous` directly in the evidence. The previous line has then named what
 * its pronoun refers to.
 */
function follows(source: EvidenceSentence | null, previous: EvidenceSentence | null): boolean {
  return (
    previous !== null && source !== null && source.previous !== null && source.previous.text === previous.text
  );
}

const LETTERS = REPLY_LANGUAGES.map((language) => REPLY_WORDS[language].letters);
const compile = (forms: readonly string[]) => forms.map((form) => new RegExp(`^${form}$`, "iu"));
const FORMS = LETTERS.map(({ greetings, closings, lines }) => ({
  greetings: compile(greetings),
  closings: compile(closings),
  lines: compile(lines),
}));
/** Words of titles, headings and subject lines. */
export const LABEL_WORDS: ReadonlySet<string> = new Set(
  LETTERS.flatMap(({ labelWords }) => labelWords.split(" ")),
);

/**
 * Returns the kind of fixed phrase that a whole line is, ignoring links and addresses. A name after a closing
 * counts as a closing.
 */
function matchFixedPhrase(
  line: string,
  { afterClosing }: LineContext,
  evidence: Evidence,
): "greeting" | "closing" | "line" | undefined {
  if (line.length > MAX_FORM_LENGTH) return undefined;
  if (afterClosing && isKnownName(line.replace(END, ""), evidence)) return "closing";
  return findLetterForm(blankOut(line, findLinks(line)), evidence);
}

/** Returns the kind of fixed phrase, from letters and notices, that the whole line is. */
function findLetterForm(line: string, evidence: Evidence): "greeting" | "closing" | "line" | undefined {
  const plain = line.normalize("NFC").replace(/[‘’]/g, "'").replace(/\s+/g, " ").trim().replace(END, "");
  const fits = (form: RegExp) => {
    const match = form.exec(plain);
    return match !== null && areSlotsKnown(match.groups ?? {}, evidence);
  };
  for (const { greetings, closings, lines } of FORMS) {
    if (closings.some(fits)) return "closing";
    if (greetings.some(fits)) return "greeting";
    if (lines.some(fits)) return "line";
  }
  return undefined;
}

function areSlotsKnown(
  { names = "", label = "", when = "" }: Record<string, string | undefined>,
  evidence: Evidence,
): boolean {
  return (
    (names === "" ||
      names.split(/,| and | und | y | et |&|\//iu).every((name) => isKnownName(name.trim(), evidence))) &&
    (label === "" || isLabel(label, evidence)) &&
    (when === "" || isKnownDate(when, evidence))
  );
}

/** Returns whether a date is given by the user or the evidence, or needs no source: "tomorrow". */
function isKnownDate(when: string, { said, sourceFacts }: Evidence): boolean {
  if (
    /^(?:today|tomorrow|tonight|soon|(?:the end of|this|next|the) (?:day|week|month|morning|afternoon|evening)|noon)$/iu.test(
      when,
    )
  )
    return true;
  const known = findUnsupportedFact(when, [said, sourceFacts]) === undefined;
  const rest = findCalendarDates(when).reduce((left, { written }) => left.replace(written, " "), when);
  return (
    known &&
    splitWords(rest).every(
      (word) => /^\d+$/.test(word) || /^(?:the|at|on|am|pm|of|and|by|in|o|clock|utc)$/.test(word),
    )
  );
}

/**
 * Returns whether a text is a name for a greeting or signature: a given name, a known name, or a family name
 * after either.
 */
function isKnownName(text: string, { said, sourceFacts, askedAbout }: Evidence): boolean {
  const words = text.match(/[\p{L}\p{M}'’.-]+/gu) ?? [];
  if (words.length === 0 || words.length > 5 || /[^\p{L}\p{M}\s'’.-]/u.test(text)) return false;
  let known = false;
  return words.every((raw) => {
    const [word = ""] = splitWords(raw);
    if (FORMS_OF_ADDRESS.has(word)) {
      known = true;
      return true;
    }
    if (PARTICLES.has(word)) return true;
    if (!/^\p{Lu}/u.test(raw)) return false;
    const named =
      GIVEN_NAMES.has(word) ||
      said.names.named.has(word) ||
      sourceFacts.names.named.has(word) ||
      askedAbout.has(word);
    const isFamilyName = known;
    known ||= named;
    return named || (isFamilyName && !/^\p{Lu}{2,}$/u.test(raw)) || word.length === 1;
  });
}

/** Returns the text after a greeting: "Hi Bob, the release is on Friday". */
function removeGreeting(line: string, evidence: Evidence): string {
  const match = /^(?<greeting>[^,!:.]{2,60}[,!:]|[^,!:.]{2,60}\.)\s+(?<rest>\S.*)$/su.exec(line);
  const { greeting = "", rest = "" } = match?.groups ?? {};
  if (greeting === "" || findLetterForm(greeting, evidence) !== "greeting") return line;
  return rest;
}

/**
 * Returns whether a line is a title or heading that says nothing about anyone: it contains only label words
 * and known names.
 */
export function isLabel(line: string, evidence: Evidence): boolean {
  const { said, sourceFacts, askedAbout } = evidence;
  const bare = line.replace(SUBJECT_MARK, "").replace(END, "");
  if (bare.length > 200 || /[?？=<>{}]/.test(bare)) return false;
  const words = bare.match(/[\p{L}\p{M}]+(?:['’-][\p{L}\p{M}]+)*|\p{N}[\p{N}.,:/-]*/gu) ?? [];
  if (findUnsupportedFact(bare, [said, sourceFacts], [said]) !== undefined) return false;
  return words.every((raw) => {
    const lower = raw.toLowerCase();
    if (LABEL_WORDS.has(lower) || LABEL_WORDS.has(lower.replace(/['’]s$/u, ""))) return true;
    const known = splitWords(raw).every(
      (word) => said.names.named.has(word) || sourceFacts.names.named.has(word) || askedAbout.has(word),
    );
    if (/^\p{N}/u.test(raw)) return said.names.words.has(lower) || findCalendarDates(bare).length > 0;
    return known && /^\p{Lu}/u.test(raw);
  });
}

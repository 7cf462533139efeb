import { tokenize } from "../text/tokens.ts";
import { removeUnnamedAddresses, replaceLinksByLabels } from "./addresses.ts";
import { removeEndMarker, removeMarkers } from "./citation-markers.ts";
import { normalizeTypography } from "./comparable.ts";
import { resolveYearsToday } from "./dated-text.ts";
import { judgeDenial } from "./denials/denials.ts";
import type { Evidence } from "./evidence.ts";
import { assertsNothing, isHeading } from "./exempt.ts";
import { findUnsupportedFact } from "./fact-book.ts";
import { type Judgement, type SentenceContext, WITHOUT_SOURCE, withholdSentence } from "./judgement.ts";
import { removeEmphasis, removeLineMarks, removeQuotationMarks } from "./markup.ts";
import { removeAttribution, removeSourceNumbers } from "./paraphrase/attribution.ts";
import { judgeParaphrase } from "./paraphrase/judge-paraphrase.ts";
import { holdsPastOffice, mayHoldOffice } from "./paraphrase/past-offices.ts";
import { ReadSentence } from "./paraphrase/read-sentence.ts";
import { findVerbatim, type VerbatimPlace } from "./quotes.ts";
import { judgeByReader } from "./reading/rests-on.ts";
import { createUnknownValueReason, getReason } from "./reasons.ts";
import { MAX_SENTENCE_LENGTH } from "./sentence-stream.ts";

/**
 * Matches characters that hide or reverse what a reader sees: controls, bidirectional overrides, zero-width
 * characters, stacked marks, strokes through letters, Markdown's "~struck~".
 */
const DISGUISE =
  /(?![\t\n\v\f\r\u200C\u200D])[\p{Cc}\p{Cf}]|\p{M}{31}|[\u0334-\u0338\u20D2\u20D3\u20E5\u20EB]|(?<![\p{L}\p{N}~])~(?=[^\s~])[^~\n]*[^\s~]~(?![\p{L}\p{N}~])/u;
/** Matches signs that make a reader take the text next to them for wrong. */
const TURNED_SIGN = /[\u274C\u274E\u2716-\u2718\u26D4\u{1F6AB}\u{1F44E}\u{1F643}\u{1F925}\u{1F9E2}]/u;

const NO_CONTEXT: SentenceContext = { subject: null, previous: null };

/**
 * Minimum number of words of a text that can state something. A shorter text is a mark, a label or an answer:
 * it shows neither its subject nor whether it is true.
 */
const MIN_STATED_WORDS = 4;
/** Number of characters by which the source of a verbatim sentence is found. */
const SOURCE_OPENING = 40;

/**
 * Judges one sentence, in Markdown or plain text. Fails closed. A sentence that is neither verbatim in the
 * evidence nor a closed form that asserts nothing is withheld. It is `unsupported` if it contains a name,
 * number, date or link that nothing supports (a date needs the sources), and `unclear` otherwise. Addresses
 * that nobody named are removed first and do not affect the verdict. What the rules leave unclear is judged
 * by a reader's choice, if the evidence has one.
 */
export function judgeSentence(
  sentence: string,
  evidence: Evidence,
  context: SentenceContext = NO_CONTEXT,
): Judgement {
  const judgement = judgeByRules(sentence, evidence, context);
  return judgeByReader(judgement, evidence, context.subject) ?? judgement;
}

function judgeByRules(sentence: string, evidence: Evidence, context: SentenceContext): Judgement {
  const written = removeMarkers(sentence);
  const text = removeUnnamedAddresses(written, evidence.addresses);
  if (DISGUISE.test(text)) return withholdSentence("unclear", text, getReason("hidden_characters"));
  if (TURNED_SIGN.test(text)) return withholdSentence("unclear", text, getReason("turned_by_sign"));
  const unmarked = removeEndMarker(text);
  for (const form of listForms(text, unmarked)) {
    const found = findVerbatim(form.plain, evidence.quotes);
    const place = found && isOfAnotherYear(form.plain, found, evidence) ? undefined : found;
    if (place && isOutdated(form.plain, evidence))
      return withholdSentence("unclear", form.text, getReason("past_office"));
    if (place) return createVerbatim(form.text, place, evidence);
  }
  const plain = removeLineMarks(removeEmphasis(replaceLinksByLabels(unmarked)));
  const supports = (statement: string) => judgeSentence(statement, evidence).verdict === "supported";
  const denial = judgeDenial(plain, evidence, supports, unmarked);
  if (denial !== undefined)
    return "text" in denial
      ? createExempt(denial.text)
      : withholdSentence("unclear", text, getReason(denial.problem));
  if (isHeading(unmarked, evidence) || assertsNothing(plain, evidence)) return createExempt(unmarked);
  if (text.length > MAX_SENTENCE_LENGTH) return withholdSentence("unclear", text, getReason("too_long"));
  const dated = (one: string) => resolveYearsToday(evidence.today, one);
  return judgeOtherWords({ written: dated(written), text, plain: dated(plain) }, evidence, context);
}

/**
 * Returns whether an old page says that someone holds an office, and another page says that they have left
 * it.
 */
function isOutdated(plain: string, evidence: Evidence): boolean {
  return mayHoldOffice(plain) && holdsPastOffice(new ReadSentence(plain), evidence.read(), []);
}

/** Returns whether a verbatim sentence says "last year", and that is another year today. */
function isOfAnotherYear(plain: string, place: VerbatimPlace, { outcomes, today }: Evidence): boolean {
  const published = place.citations.map((at) => outcomes[place.outcome]?.citations[at]?.published);
  return published.every(
    (date) => date !== undefined && resolveYearsToday(date, plain) !== resolveYearsToday(today, plain),
  );
}

/**
 * Judges a sentence that is neither verbatim nor a form. Only an English sentence can be supported as a
 * paraphrase.
 */
function judgeOtherWords(
  { written, text, plain }: { written: string; text: string; plain: string },
  evidence: Evidence,
  context: SentenceContext,
): Judgement {
  const { sourceFacts, said } = evidence;
  const bare = removeAttribution(removeLineMarks(written));
  const fact = findUnsupportedFact(bare, [sourceFacts, said], [sourceFacts]);
  const found = judgeParaphrase(plain, evidence, context);
  if (found === undefined || fact?.kind === "link") {
    if (fact === undefined) return withholdSentence("unclear", text, getReason("not_restated"));
    const stated = findUnsupportedFact(removeSourceNumbers(bare), [sourceFacts, said], [sourceFacts]);
    const isStated =
      stated !== undefined &&
      stated.kind !== "link" &&
      tokenize(removeAttribution(plain)).length >= MIN_STATED_WORDS;
    return withholdSentence(
      isStated ? "unsupported" : "unclear",
      text,
      createUnknownValueReason(fact.kind, fact.written),
    );
  }
  const { score, source, restated, closeness, isSupported, isUnsupported, citations } = found;
  const reasons = fact
    ? [createUnknownValueReason(fact.kind, fact.written), ...found.reasons]
    : found.reasons;
  if (isSupported && fact === undefined)
    return {
      verdict: "supported",
      score,
      basis: "paraphrase",
      reasons,
      text,
      outcome: source.outcome,
      citations,
      source,
      restated: [],
      closeness,
    };
  const verdict = isUnsupported ? "unsupported" : "unclear";
  return {
    ...withholdSentence(verdict, text, getReason("not_restated")),
    reasons,
    score,
    source,
    restated,
    closeness,
  };
}

/**
 * Returns variants of a sentence: as written, without Markdown marks, and without enclosing quotation marks.
 * A number at its end may be a marker.
 */
function listForms(text: string, unmarked: string): { text: string; plain: string }[] {
  const forms = new Map<string, string>();
  for (const one of [text, unmarked]) {
    const bare = removeLineMarks(replaceLinksByLabels(one));
    const plain = removeEmphasis(bare);
    for (const form of [one, bare, plain, removeQuotationMarks(plain)])
      if (!forms.has(form)) forms.set(form, one);
  }
  return Array.from(forms, ([plain, leaving]) => ({ plain, text: leaving }));
}

function createVerbatim(text: string, place: VerbatimPlace, { sentences }: Evidence): Judgement {
  const citation = place.citations[0];
  const opening = normalizeTypography(text).slice(0, SOURCE_OPENING).toLowerCase();
  const inCitation = sentences.filter((one) => one.outcome === place.outcome && one.citation === citation);
  const source = inCitation.find((one) => normalizeTypography(one.text).toLowerCase().startsWith(opening));
  return {
    verdict: "supported",
    score: 1,
    basis: "verbatim",
    reasons: [getReason("verbatim")],
    text,
    ...place,
    source: source ?? null,
    restated: [],
    closeness: 1,
  };
}

function createExempt(text: string): Judgement {
  const reasons = [getReason("asserts_nothing")];
  return { ...WITHOUT_SOURCE, verdict: "exempt", basis: "form", reasons, text };
}

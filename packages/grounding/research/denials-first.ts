import type { Question } from "../question/question.ts";
import { findIdentifyingWords } from "../text/name-mentions.ts";
import { findProperNames } from "../text/names.ts";
import type { ScoredSentence } from "./answerability/rank-sentences.ts";
import type { EvidencePage } from "./evidence/evidence-pages.ts";
import { putFirst } from "./newest-statements.ts";

/** Minimum score of a denial, and minimum share of the best score of a plain statement. */
const MIN_DENIAL_SCORE = 0.15;
const CLOSE_TO_BEST = 0.5;

/** Matches what somebody claims or suspects. */
const HEARSAY =
  /\b(?:claim(?:s|ed|ing)?|alleg(?:e|es|ed|edly|ation|ations)|accus(?:es|ed|ation|ations)|rumou?r(?:s|ed)?|speculat(?:es|ed|ion)|suspect(?:s|ed)|reportedly|supposedly|purportedly)\b/i;
/** Matches hearsay that is not attributed to anybody. */
const UNATTRIBUTED = /\b(?:allegedly|reportedly|supposedly|purportedly|rumou?red)\b/i;
const DENIES =
  /(?<!\b(?:is|are|was|were|be|been|being)\s)\b(?:den(?:y|ies|ied|ying)|disput(?:es|ed|ing)|reject(?:s|ed|ing)|dismiss(?:es|ed|ing)|refut(?:es|ed|ing))\b/iu;
/** Matches a pronoun as the subject of the verb after it. */
const PRONOUN_BEFORE = /\b(?:he|she|they)\s(?:(?:has|have|had|also|always|repeatedly)\s)*$/iu;

/**
 * If hearsay answers best ("Orr allegedly took bribes"), puts the person's denial of it first. If there is no
 * denial and the hearsay is attributed to nobody, puts a plain statement first that answers about as well.
 * Works for English only.
 */
export function preferDenials(
  { text: asked, language }: Question,
  ranked: readonly ScoredSentence[],
  pages: readonly EvidencePage[],
): readonly ScoredSentence[] {
  if ((language ?? "en") !== "en" || HEARSAY.test(asked)) return ranked;
  const answers = ranked.flatMap((scored) => {
    const text = pages[scored.page]?.sentences[scored.sentence]?.quote;
    return text == null || scored.contradictions.length > 0 ? [] : [{ scored, text }];
  });
  const [best, ...others] = answers;
  const about = new Set(findIdentifyingWords(asked));
  if (best === undefined || !HEARSAY.test(best.text) || isDenial(best.text, about)) return ranked;
  const { score } = best.scored;
  const first =
    others.find((one) => one.scored.score >= MIN_DENIAL_SCORE && isDenial(one.text, about)) ??
    others.find(
      (one) =>
        UNATTRIBUTED.test(best.text) && one.scored.score >= CLOSE_TO_BEST * score && !HEARSAY.test(one.text),
    );
  return first === undefined ? ranked : putFirst(first.scored, score, new Set(), ranked);
}

/** Returns whether somebody whose name has a word of the question denies something. */
function isDenial(text: string, about: ReadonlySet<string>): boolean {
  const verb = DENIES.exec(text);
  if (verb === null) return false;
  const before = text.slice(0, verb.index);
  const doer = findProperNames(before).at(-1)?.text ?? "";
  return PRONOUN_BEFORE.test(before) || findIdentifyingWords(doer).some((word) => about.has(word));
}

import { ANSWER_TREES } from "./answer-trees.ts";
import { BoostedTrees } from "./boosted-trees.ts";
import { type Contradiction, findContradictions } from "./contradictions.ts";
import { measureCoverage } from "./cover-features.ts";
import { measureForm, measureKind } from "./form-features.ts";
import { type ProfileOptions, profileQuestion, type QuestionProfile } from "./question-profile.ts";
import { type PageIndex, readPage } from "./read-page.ts";
import { WordReader } from "./words.ts";

/** A page with its quotable sentences, in the order of the text. */
export interface PageText {
  title: string;
  sentences: readonly string[];
}

/** Score of how well one sentence answers a question. */
export interface ScoredSentence {
  /** Index of the page. `sentence` is the index of the sentence in it. */
  page: number;
  sentence: number;
  logOdds: number;
  /** `logOdds` on a scale from 0 to 1. Less than 0.15 does not answer. */
  score: number;
  contradictions: readonly Contradiction[];
}

/** Score that separates "the sources do not answer" from "they do", according to the specification. */
const ANSWER_THRESHOLD = 0.15;
/**
 * Minimum log-odds of a sentence that answers, for questions without known names and with names. The rules
 * for names already reject most wrong sentences, so the second limit is lower.
 */
const MIN_LOG_ODDS = ANSWER_TREES.threshold;
const MIN_LOG_ODDS_WITH_NAMES = -3.5;
/** Maximum score of a sentence for which a contradiction was found. */
const MAX_CONTRADICTED_SCORE = 0.1;

let trees: BoostedTrees | undefined;

interface AskedQuestion extends Omit<ProfileOptions, "reader"> {
  text: string;
}

/** Scores every sentence of every page, best first. Equal scores are in the order of pages and text. */
export function rankSentences(question: AskedQuestion, pages: readonly PageText[]): ScoredSentence[] {
  const { language } = question;
  const reader = new WordReader(language);
  const profile = profileQuestion(question.text, { ...question, reader });
  trees ??= new BoostedTrees(ANSWER_TREES);
  const model = trees;
  return pages
    .flatMap(({ title, sentences }, page) => {
      const read = readPage(title, sentences, { reader, language });
      return sentences.map((_, sentence): ScoredSentence => {
        const logOdds = model.score(measureSentence(profile, read, sentence));
        const against = findContradictions(profile, read, sentence);
        return {
          page,
          sentence,
          logOdds,
          score: scaleScore(profile, logOdds, against),
          contradictions: against,
        };
      });
    })
    .toSorted((one, other) => other.score - one.score || other.logOdds - one.logOdds);
}

/** Converts log-odds to a scale on which 0.15 separates answers from other sentences. */
function scaleScore({ names }: QuestionProfile, logOdds: number, against: readonly Contradiction[]): number {
  const border = Math.log(ANSWER_THRESHOLD / (1 - ANSWER_THRESHOLD));
  const lowest = names.length > 0 ? MIN_LOG_ODDS_WITH_NAMES : MIN_LOG_ODDS;
  const score = 1 / (1 + Math.exp(-(logOdds - lowest + border)));
  const shown = against.length > 0 ? Math.min(score, MAX_CONTRADICTED_SCORE / against.length) : score;
  return Math.round(shown * 10_000) / 10_000;
}

/** Returns the features of one sentence of a page for a question. No feature depends on other pages. */
export function measureSentence(profile: QuestionProfile, page: PageIndex, index: number): Float64Array {
  const sentence = page.sentences[index];
  if (sentence === undefined) throw new RangeError(`the page has no sentence ${index}`);
  return Float64Array.from([
    ...Object.values(measureCoverage(profile, page, index)),
    ...Object.values(measureKind(profile, page, sentence)),
    ...Object.values(measureForm(profile, page, sentence, index)),
  ]);
}

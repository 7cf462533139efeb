import { createHash } from "node:crypto";
import { withoutMarkers } from "../../packages/grounding/guard/citation-markers.ts";
import { readSnippets } from "../../packages/grounding/guard/evidence-sentences.ts";
import { factBook } from "../../packages/grounding/guard/fact-book.ts";
import { withoutEmphasis, withoutLineMarks } from "../../packages/grounding/guard/markup.ts";
import { withoutAttribution } from "../../packages/grounding/guard/paraphrase/attribution.ts";
import { compare, countFacts } from "../../packages/grounding/guard/paraphrase/compare.ts";
import { FEATURES, featuresOf } from "../../packages/grounding/guard/paraphrase/features.ts";
import { bearsNothing, restatedBy } from "../../packages/grounding/guard/paraphrase/judge-paraphrase.ts";
import { type ReadEvidence, readEvidence } from "../../packages/grounding/guard/paraphrase/read-evidence.ts";
import { ReadSentence } from "../../packages/grounding/guard/paraphrase/read-sentence.ts";
import { type GuardSet, labelledAnswers } from "../eval/guard-sets.ts";
import { bearsSameFacts, type GuardInput, guardOutcome } from "../eval/product.ts";
import { DataFolder } from "../eval/rows.ts";

/** One sentence that a model wrote, as the learner reads it. */
export interface GuardRow {
  set: GuardSet;
  answer: string;
  fold: number;
  supported: boolean;
  /** A rule speaks against it, or a name, number or date of it is missing: no score lets it pass. */
  held: boolean;
  /** Several of its facts stand nowhere in the evidence, a number or date among them. */
  isForeign: boolean;
  /**
   * Share of it that the replacing sentences say; `isRestated` says whether they hold every name, number and
   * date of it.
   */
  closeness: number;
  isRestated: boolean;
  /** It has a name, number or date at all. */
  bearsFacts: boolean;
  features: Float64Array;
}

export const FOLDS = 5;

/**
 * The sentences of these sets that share a word with their evidence; all of one topic or question are in one
 * fold.
 */
export function guardRows(folder: string, sets: readonly GuardSet[]): GuardRow[] {
  const data = new DataFolder(folder);
  const prepared = new Map<GuardInput, ReadEvidence>();
  return sets.flatMap((set) =>
    labelledAnswers(data, set).flatMap(({ id, group, input, sentences }) => {
      const evidence = prepared.get(input) ?? prepare(input);
      prepared.set(input, evidence);
      return sentences.flatMap(({ written, supported }): GuardRow[] => {
        const bare = withoutLineMarks(withoutEmphasis(withoutMarkers(written.trim())));
        const comparison = compare(new ReadSentence(withoutAttribution(bare)), evidence, []);
        if (comparison === undefined) return [];
        const features = featuresOf(comparison, evidence);
        const held = comparison.clauses.some(
          ({ match, disagreements }) => disagreements.length > 0 || countFacts(match.missing) > 0,
        );
        const lengthOf = (name: (typeof FEATURES)[number]) => ({
          length: features[FEATURES.indexOf(name)] ?? 0,
        });
        const isForeign = bearsNothing({
          names: lengthOf("names_missing_all"),
          numbers: lengthOf("numbers_missing_all"),
          dates: lengthOf("dates_missing_all"),
        });
        const { restated, closeness } = restatedBy(comparison, evidence);
        const isRestated = bearsSameFacts(written, restated.map(({ text }) => text).join(" "));
        const { names, numbers, dates } = comparison.said.facts;
        const bearsFacts = names.length + numbers.length + dates.length > 0;
        const fold = foldOf(group);
        const row = { set, answer: id, fold, supported, held, isForeign, features };
        return [{ ...row, closeness, isRestated, bearsFacts }];
      });
    }),
  );
}

function prepare(input: GuardInput): ReadEvidence {
  const outcome = guardOutcome(input);
  const texts = outcome.citations.flatMap(({ title, snippet }) => [title, withoutMarkers(snippet)]);
  return readEvidence(
    readSnippets([outcome]).flatMap(({ sentences }) => sentences),
    [factBook(texts)],
  );
}

function foldOf(group: string): number {
  return Number.parseInt(createHash("sha256").update(group).digest("hex").slice(0, 8), 16) % FOLDS;
}

import { ASKED } from "../../fixtures/asked/index.ts";
import { shuffleByHash } from "../answer-runs.ts";
import { answerSets, rowsOfSet } from "../answer-sets.ts";
import type { DataFolder, Passage } from "../rows.ts";

/** A question over pages that answer it, or only come near. */
export interface ReaderCase {
  set: string;
  question: string;
  pages: readonly Passage[];
  /** Texts of which an answering sentence contains one. */
  answers: readonly string[];
  /** Places in `pages` of those that answer; none for a near miss. */
  answering: readonly number[];
}

const SETS: readonly string[] = ["nq", "hotpot", "xquad.en"];

/**
 * Our own pairs, which need no data, and the answer sets of a folder: each question with the evidence that
 * answers and without.
 */
export function readerCases(data: DataFolder | null, sample: number | undefined): ReaderCase[] {
  const sets = data === null ? [] : answerSets(data).filter((set) => SETS.includes(set));
  return [...askedCases(), ...sets.flatMap((set) => (data === null ? [] : casesOfSet(data, set, sample)))];
}

function askedCases(): ReaderCase[] {
  return Object.values(ASKED)
    .flat()
    .flatMap(({ question, near, answering, answer, answerable = question }) => {
      const pages = [...near, ...answering].map(([title, text]) => ({ title, text }));
      const right = answering.map((_, index) => near.length + index);
      const own = { set: "asked", answers: [answer] };
      return [
        { ...own, question, pages: pages.slice(0, near.length), answering: [] },
        { ...own, question: answerable, pages, answering: right },
      ];
    });
}

function casesOfSet(data: DataFolder, set: string, sample: number | undefined): ReaderCase[] {
  return rowsOfSet(data, set, sample).flatMap(({ value: { question, answers, gold, neighbours } }) => {
    const pages = shuffleByHash(question, [gold, ...neighbours]);
    const near = shuffleByHash(question, neighbours);
    return [
      { set, question, answers, pages, answering: [pages.indexOf(gold)] },
      { set, question, answers, pages: near, answering: [] },
    ];
  });
}

import type { Language } from "../lexicon/language.ts";
import type { Question } from "../question/question.ts";
import { properNames } from "../text/names.ts";
import { scoreLifeStory } from "./answerability/life-story.ts";
import { rankSentences, type ScoredSentence } from "./answerability/rank-sentences.ts";
import type { EvidencePage } from "./evidence-pages.ts";

/** A question that asks who somebody is, and nothing particular about them. */
export function isLifeStory({ expected, subjects }: Question): boolean {
  return expected === "biography" && subjects.length === 1;
}

/** Every sentence of the pages, the one that answers the question best first. */
export function rankPages(
  question: Question,
  pages: readonly EvidencePage[],
  language: Language,
): ScoredSentence[] {
  const texts = pages.map(({ title, sentences }) => ({
    title,
    sentences: sentences.map(({ text }) => text),
  }));
  const [subject = null] = question.subjects;
  if (isLifeStory(question) && subject !== null) return scoreLifeStory(subject, texts, language);
  const { text, expected } = question;
  const isLonger = (name: string) => question.subjects.some((one) => name.startsWith(`${one} `));
  const others = properNames(text).flatMap((name) => (isLonger(name.text) ? [] : name.text));
  const names = [...new Set([...others, ...question.subjects])];
  return rankSentences({ text, expected, names, subject, language }, texts);
}

/** The score of the best sentence that may be quoted; 0 where there is none. */
export function bestScore(ranked: readonly ScoredSentence[], pages: readonly EvidencePage[]): number {
  return ranked.find(({ page, sentence }) => pages[page]?.sentences[sentence]?.quote != null)?.score ?? 0;
}

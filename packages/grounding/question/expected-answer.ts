import type { ProperName } from "../text/names.ts";
import { findPeople } from "./people.ts";
import { readPersonPhrase } from "./person-phrase.ts";
import type { ExpectedAnswer } from "./question.ts";
import type { QuestionPatterns } from "./question-patterns.ts";

/**
 * Returns the kind of answer that a question asks for, judged by its start. Of several questions, uses the
 * most specific.
 */
export function judgeExpectedAnswer(
  text: string,
  people: readonly ProperName[],
  patterns: QuestionPatterns,
): ExpectedAnswer {
  const kinds = text
    .split(/(?<=[?？؟。])\s*(?!\()|(?<=\p{Ll}{2}[.!]) (?=\p{L}+\?)/u)
    .filter((sentence) => /\p{L}/u.test(sentence))
    .map((sentence) =>
      getKind(sentence, sentence === text ? people : findPeople(sentence, patterns), patterns),
    );
  return kinds.find((kind) => kind !== "biography" && kind !== "description") ?? kinds[0] ?? "description";
}

function getKind(
  sentence: string,
  [person]: readonly ProperName[],
  patterns: QuestionPatterns,
): ExpectedAnswer {
  if (person !== undefined) {
    const { asksWho, further } = readWho(sentence, person, patterns);
    if (further !== "") return getKind(further, [], patterns);
    if (asksWho) return "biography";
  }
  return (
    judgeByOpening(sentence, patterns) ??
    judgeByOpening(cutToQuestionWord(sentence, patterns), patterns) ??
    (/[?？؟]\s*$/u.test(sentence) && !patterns.questionWord.test(sentence) ? "yes_no" : "description")
  );
}

function judgeByOpening(text: string, { expected }: QuestionPatterns): ExpectedAnswer | undefined {
  return expected.find(([, pattern]) => pattern.test(text))?.[0];
}

/** Removes what precedes the question word: "In 1911, who won …" becomes "who won …". */
function cutToQuestionWord(text: string, { questionWord }: QuestionPatterns): string {
  const at = questionWord.exec(text)?.index;
  return at === undefined ? "" : text.slice(at);
}

/**
 * Returns whether a sentence asks who someone is, or only mentions them, and what else it asks: "… and when
 * was he born?".
 */
function readWho(
  sentence: string,
  person: ProperName,
  patterns: QuestionPatterns,
): { asksWho: boolean; further: string } {
  const { start, end } = readPersonPhrase(sentence, person, patterns);
  const phrase = sentence.slice(start, end).trim();
  const [link, further] = /^,? \p{L}{1,3} (.+)$/su.exec(sentence.slice(end)) ?? [];
  const plain = link !== undefined && further !== undefined && patterns.questionStart.test(further);
  const asked = plain ? sentence.slice(0, end) : sentence;
  // "Who was the wife of NAME?" and "Who was NAME married to?" ask for a different person.
  const asksWho =
    asked.replace(/[\s?？؟.!]+$/u, "") === phrase ||
    patterns.whoIs.some(({ pattern }) => {
      const { name, rest = "" } = pattern.exec(asked)?.groups ?? {};
      return name?.trim() === phrase && !/\p{L}/u.test(rest);
    });
  return { asksWho, further: asksWho && plain ? further : "" };
}

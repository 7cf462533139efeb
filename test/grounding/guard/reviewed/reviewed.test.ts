import { AnswerGuard, type GuardedPiece, type VerifiedSentence } from "@plumbline/grounding/guard";
import { expect, it } from "vitest";
import { SOURCES } from "../../../fixtures/guard/sources.ts";
import { outcomeOf } from "../outcome-of.ts";
import { ANSWERS, PAGES, TOLD } from "./told.ts";

/**
 * Compares what the guard says of sentences of every kind, its scores and reasons among it, with what a
 * person has read and agreed to. `npx vitest run test/grounding/guard/reviewed --update` writes the files
 * anew:
 * read what changed.
 */
it("each sentence is judged as it was reviewed", async () => {
  const guard = new AnswerGuard([outcomeOf(PAGES, "Nora Vance")], ["Who was Nora Vance?"]);
  const lines = TOLD.flatMap((text) => guard.verify(text).map(verdictLine));
  await expect(text(lines)).toMatchFileSnapshot("sentences.txt");
});

it("each whole answer is guarded as it was reviewed", async () => {
  const lines = ANSWERS.flatMap((answer) => {
    const told = new AnswerGuard([outcomeOf(PAGES, "Nora Vance")], ["Who was Nora Vance?"]).text();
    return [`> ${answer.replaceAll("\n", "⏎")}`, ...[...told.push(answer), ...told.end()].map(pieceLine), ""];
  });
  await expect(text(lines)).toMatchFileSnapshot("answers.txt");
});

it("the honest and the lying sentences of the corpus are judged as they were reviewed", async () => {
  const lines = SOURCES.flatMap(({ person, query, pages, paraphrases, lies }) => {
    const told = pages.map((sentences) => ({ title: person, text: sentences.join(" ") }));
    const guard = new AnswerGuard([outcomeOf(told, person)], [query]);
    const judged = [...paraphrases, ...lies].flatMap((sentence) => guard.verify(sentence).map(verdictLine));
    return [`# ${person}`, ...judged, ""];
  });
  await expect(text(lines)).toMatchFileSnapshot("corpus.txt");
});

function verdictLine({ text, verdict, score, citations, reasons, quote, nearest }: VerifiedSentence): string {
  const shown = quote ?? nearest;
  return [
    `${verdict} ${score.toFixed(3)} [${citations}] ${reasons.map(({ code }) => code).join(" ")}`,
    `    ${text}`,
    ...(shown === undefined ? [] : [`    ${quote === undefined ? "≈" : "="} ${shown}`]),
  ].join("\n");
}

function pieceLine(piece: GuardedPiece): string {
  const shown = piece.text.replaceAll("\n", "⏎");
  return piece.type === "passed"
    ? `  ${piece.how} [${piece.citations}] ${shown}`
    : `  withheld, ${piece.verdict}: ${shown}\n    ${piece.reason}`;
}

const text = (lines: readonly string[]) => `${lines.join("\n")}\n`;

import { describe, expect, it } from "vitest";
import { type FoundPage, INSUFFICIENT, judgePages, readFirst } from "./judged.ts";

const mayor: FoundPage = [
  "Anna Holm – Wikipedia",
  "Anna Holm (* 2. Mai 1961 in Graz) ist eine Politikerin. Sie ist seit 2021 Bürgermeisterin von Graz.",
];
const president: FoundPage = [
  "Orbia - Wikipedia",
  "Marta Ruiz es la presidenta de Orbia desde el 1 de abril de 2022.",
];

describe("pages in another language than the question", () => {
  it.each<[question: string, page: FoundPage]>([
    ["Who is the mayor of Graz?", mayor],
    ["¿Quién es la alcaldesa de Graz?", mayor],
    ["Who is the president of Orbia?", president],
  ])("answer by a role that both name: %s", (question, page) => {
    expect(readFirst(judgePages(question, [page]))).toBe(page[1]);
  });

  it.each<[question: string, page: FoundPage]>([
    ["Who is the governor of Graz?", mayor],
    ["Who is the mayor of Linz?", mayor],
    ["Who is the coach of Orbia?", president],
  ])("do not answer by another role or place: %s", (question, page) => {
    expect(readFirst(judgePages(question, [page]))).toBe(INSUFFICIENT);
  });
});

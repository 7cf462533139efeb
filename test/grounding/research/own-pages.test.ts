import { nameSubject } from "@plumbline/grounding";
import { describe, expect, it } from "vitest";
import { readSnippets } from "../../../packages/grounding/guard/evidence-sentences.ts";
import { subjectOf } from "../../../packages/grounding/guard/subjects.ts";
import { quoteOutcome } from "../../../packages/grounding/prompt/quoted-outcome.ts";
import { type FoundPage, INSUFFICIENT, judgePages, readFirst } from "./judged.ts";

const claimsOf = (question: string, ...pages: FoundPage[]) =>
  judgePages(question, pages).sections.flatMap(({ claims }) => claims);

describe("a snippet of somebody's own page that begins with a pronoun", () => {
  it.each<[question: string, title: string, text: string, subject: string]>([
    [
      "Where was Lena Brandt born?",
      "Lena Brandt - Wikipedia",
      "She was born in Kassel in 1953.",
      "Lena Brandt",
    ],
    ["When was Nokia founded?", "Nokia | Company history", "It was founded in 1865 as a pulp mill.", "Nokia"],
    [
      "Wann wurde Lena Brandt geboren?",
      "Lena Brandt – Wikipedia",
      "Sie wurde 1953 in Kassel geboren.",
      "Lena Brandt",
    ],
    ["坂本龍一はどこで生まれましたか？", "坂本龍一 - Wikipedia", "彼は東京都中野区で生まれた。", "坂本龍一"],
  ])("is quoted: %s", (question, title, text, subject) => {
    expect(claimsOf(question, [title, text])[0]).toMatchObject({ text, subject });
  });

  it("is quoted with what follows from it", () => {
    const [first] = claimsOf("When did Lena Brandt win the Otto Prize?", [
      "Lena Brandt - Wikipedia",
      "She was born in Kassel. She won the Otto Prize in 1998.",
    ]);
    expect(first).toMatchObject({
      text: "She was born in Kassel. She won the Otto Prize in 1998.",
      subject: "Lena Brandt",
    });
  });

  it("names its subject to people, to models and to the guard", () => {
    const outcome = judgePages("Where was Lena Brandt born?", [
      ["Lena Brandt - Wikipedia", "She was born in Kassel in 1953."],
    ]);
    const [claim] = outcome.sections.flatMap(({ claims }) => claims);
    expect(claim && nameSubject(claim)).toBe("Lena Brandt: “She was born in Kassel in 1953.”");
    expect(quoteOutcome(outcome)).toContain("[[1]] Lena Brandt: “She was born in Kassel in 1953.”");
    const [sentence] = readSnippets([outcome]).flatMap(({ sentences }) => sentences);
    expect(sentence && subjectOf(sentence)).toBe("Lena Brandt");
  });

  it.each<[why: string, question: string, ...pages: FoundPage[]]>([
    [
      "another's page",
      "Where was Lena Brandt born?",
      ["Lena Brandt Foundation", "She was born in Kassel in 1953."],
    ],
    [
      "pages of two people",
      "Where was Lena Brandt born?",
      ["Lena Brandt - Wikipedia", "He was born in Kassel in 1920."],
      ["Lena Brandt | Faculty", "She teaches chemistry in Marburg."],
    ],
    [
      "a thing for a person",
      "When was Lena Brandt born?",
      ["Lena Brandt - Wikipedia", "It was born of the war in 1920."],
    ],
  ])("is not quoted: %s", (_why, question, ...pages) => {
    expect(claimsOf(question, ...pages).filter(({ text }) => /^(?:He|She|It) was/.test(text))).toEqual([]);
  });
});

describe("dots of a search engine", () => {
  it.each<[question: string, text: string, quoted: string]>([
    [
      "When was Orbia founded?",
      "Orbia was founded in 1953 in Mexico. ...",
      "Orbia was founded in 1953 in Mexico.",
    ],
    ["When was Orbia founded?", "Orbia was founded in 1953. … Read more", "Orbia was founded in 1953."],
    [
      "Who leads Orbia?",
      "Orbia makes pipes. ... Sameer Bharadwaj leads Orbia as its CEO.",
      "Sameer Bharadwaj leads Orbia as its CEO.",
    ],
    [
      "坂本龍一はどこで生まれましたか？",
      "坂本龍一は東京都中野区で生まれた。…",
      "坂本龍一は東京都中野区で生まれた。",
    ],
    [
      "متى تأسست شركة أوربيا؟",
      "تأسست شركة أوربيا عام 1953 في المكسيك. ...",
      "تأسست شركة أوربيا عام 1953 في المكسيك.",
    ],
  ])("behind a full stop cut nothing: %s", (question, text, quoted) => {
    expect(readFirst(judgePages(question, [["Orbia", text]]))).toBe(quoted);
  });

  it.each([
    "Orbia was founded in 1953 in Mexico ...",
    "Orbia was founded in 1953 …",
    "Orbia was founded by Karl Voss in 1953 ... Subscribe to our newsletter",
  ])("behind a whole statement are quoted with it: %s", (text) => {
    const [quoted = ""] = /^.*?(?:\.\.\.|…)/u.exec(text) ?? [];
    expect(readFirst(judgePages("When was Orbia founded?", [["Orbia", text]]))).toBe(quoted);
  });

  it("leave a pronoun behind them to the subject of the page", () => {
    const text = "Lena Brandt is a chemist from Kassel ... She won the Otto Prize in 1998.";
    expect(claimsOf("When did Lena Brandt win the Otto Prize?", ["Lena Brandt - Wikipedia", text])).toEqual([
      expect.objectContaining({ text: "She won the Otto Prize in 1998.", subject: "Lena Brandt" }),
    ]);
    expect(claimsOf("When did Lena Brandt win the Otto Prize?", ["The Otto Prize", text])).toEqual([]);
  });

  it.each([
    "Orbia was founded in 1953 in ...",
    "Orbia was founded in 1953 ... in Mexico.",
    "When Orbia was founded in 1953 with $2 ...",
    "Orbia was founded in 1953...",
  ])("within a sentence cut it: %s", (text) => {
    expect(readFirst(judgePages("When was Orbia founded?", [["Orbia", text]]))).toBe(INSUFFICIENT);
  });
});

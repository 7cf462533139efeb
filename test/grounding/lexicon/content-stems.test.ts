import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "../../../packages/grounding/lexicon/language.ts";
import { listContentStems } from "../../../packages/grounding/lexicon/stems.ts";
import { getWords } from "../../../packages/grounding/lexicon/word-lists.ts";

describe("contentStems", () => {
  it.each<[Language, string, string]>([
    ["en", "When were the bridges built?", "The bridge was being built."],
    ["de", "Wann wurde der Verein gegründet?", "Die Gründung des Vereins"],
    ["es", "¿En qué ciudad nació?", "las ciudades en que ha nacido"],
    ["fr", "Qui est l’inventeur de l’avion ?", "les inventeurs d'avions"],
    ["it", "Chi è l'autore dell'opera?", "gli autori delle opere"],
    ["pt", "Quem é o fundador da cidade?", "os fundadores das cidades"],
    ["nl", "Wat zijn de bekende steden?", "de bekend stede"],
    ["ru", "Когда родился писатель?", "писателя родилась"],
    ["tr", "İstanbul'un kitapları nelerdir?", "istanbul kitap nelerdir"],
    ["ar", "متى تأسست المدينة؟", "ومدينة تأسست"],
    ["ko", "도시의 인구는?", "도시 인구가"],
  ])("gives the forms of a word one stem (%s)", (language, one, other) => {
    expect(listContentStems(one, language).length).toBeGreaterThan(1);
    expect(new Set(listContentStems(other, language))).toEqual(new Set(listContentStems(one, language)));
  });

  it("takes pairs of characters between the stop words in Chinese and Japanese", () => {
    expect(listContentStems("居里夫人是什么时候出生的？", "zh")).toEqual(["居里", "里夫", "夫人", "出生"]);
    expect(listContentStems("它于1976年成立，iPhone也是", "zh")).toEqual(["1976", "成立", "iphone"]);
    expect(listContentStems("東京大学の学長は誰ですか、スティーブ", "ja")).toEqual([
      "東京",
      "京大",
      "大学",
      "学長",
      "スティーブ",
    ]);
  });

  it("keeps numbers and the order, and drops what carries nothing", () => {
    expect(listContentStems("Which of the 7 novels did she write in 1968? O'Brien's", "en")).toEqual([
      "7",
      "novel",
      "write",
      "1968",
      "obrien",
    ]);
    for (const language of LANGUAGES) expect(listContentStems("", language)).toEqual([]);
  });

  it("takes time in proportion to the text", () => {
    const hostile = [
      "a’".repeat(50_000),
      `a${"\u0301".repeat(100_000)}`,
      "的".repeat(100_000),
      "ال".repeat(50_000),
    ];
    for (const text of hostile) {
      for (const language of LANGUAGES) {
        const started = performance.now();
        listContentStems(text, language);
        expect(performance.now() - started).toBeLessThan(1_000);
      }
    }
  });
});

describe("wordsOf", () => {
  it("knows twelve months in every language by folded names", () => {
    for (const language of LANGUAGES)
      expect(new Set(getWords(language).months.values())).toEqual(
        new Set(Array.from({ length: 12 }, (_, at) => at + 1)),
      );
    expect(getWords("de").months.get("marz")).toBe(3);
    expect(getWords("ru").months.get("мая")).toBe(5);
    expect(getWords("ar").months.get("كانون الثاني")).toBe(1);
    expect(getWords("tr").months.get("agustos")).toBe(8);
  });

  it("folds its lists and finds a Turkish word in capitals", () => {
    expect(getWords("tr").stopWords.has("icin")).toBe(true);
    expect(listContentStems("ISPARTA VE ŞANLIURFA", "tr")).toEqual(
      listContentStems("Isparta şanlıurfa", "tr"),
    );
    expect(listContentStems("ISPARTA", "tr")).toEqual(listContentStems("ısparta", "tr"));
  });
});

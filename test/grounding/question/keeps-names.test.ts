import { parseQuestion } from "@plumbline/grounding/question";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgePages, readFirst } from "../research/judged.ts";

const textOf = (prompt: string) => parseQuestion({ prompt }).text;

describe("what is searched keeps its predicate", () => {
  it.each([
    [
      "Find out for me who the current head coach of FC Utrecht is",
      "who the current head coach of FC Utrecht is",
    ],
    ["Can you look up for me who the mayor of Utrecht is?", "who the mayor of Utrecht is?"],
    ["Check for me when Ada Lovelace died", "when Ada Lovelace died"],
    ["Trouve pour moi qui est le PDG de Nokia", "qui est le PDG de Nokia"],
    ["Averigua por mí quién es el entrenador del FC Utrecht", "quién es el entrenador del FC Utrecht"],
    ["Descubra para mim quem é o treinador do Benfica", "quem é o treinador do Benfica"],
    ["Find me the birthplace of Ada Lovelace", "the birthplace of Ada Lovelace"],
    ["Get me the name of the mayor of Utrecht", "the name of the mayor of Utrecht"],
    ["Donne-moi la date de naissance de Marie Curie", "la date de naissance de Marie Curie"],
  ])("%s", (prompt, searched) => {
    expect(textOf(prompt)).toBe(searched);
  });

  it("unless a text about somebody is ordered", () => {
    expect(textOf("Find out for me who Ada Lovelace was")).toBe("Who was Ada Lovelace?");
    expect(textOf("Write for me a short bio of Ada Lovelace")).toBe("Who is Ada Lovelace?");
  });
});

describe("a name that begins like a greeting", () => {
  it.each([
    ["Bon Jovi, c'est qui ?", "Bon Jovi"],
    ["Ja Rule, wer ist das?", "Ja Rule"],
    ["Hello Kitty, who designed it?", "Hello Kitty"],
    ["OK Go: who is the singer?", "OK Go"],
    ["So Solid Crew, who are they?", "So Solid Crew"],
    ["Gut Aiderbichl, wer leitet das?", "Gut Aiderbichl"],
    ["네이마르는 누구인가요?", "네이마르"],
    ["안녕하세요, 네덜란드의 총리는 누구인가요?", "네덜란드"],
    ["はいだしょうこは誰ですか？", "はいだしょうこ"],
    ["请问好未来是谁创立的？", "好未来"],
  ])("is whole in %s", (prompt, name) => {
    expect(textOf(prompt)).toContain(name);
  });

  it.each([
    ["Hi, Steve Jobs bio", "Steve Jobs bio"],
    ["Hello Sarah, who designed the Eiffel Tower?", "Sarah, who designed the Eiffel Tower?"],
    ["Bonjour, qui est Bon Iver ?", "qui est Bon Iver ?"],
    ["はい、坂本龍一は誰ですか？", "坂本龍一は誰ですか？"],
    ["Please Tell Me Who Founded Nokia", "Who Founded Nokia"],
  ])("differs from a greeting in %s", (prompt, searched) => {
    expect(textOf(prompt)).toBe(searched);
  });

  it("differs from a greeting by what was found", () => {
    const page = ["Nena", "Nena Kerner (born 24 March 1960) is a German singer."] as const;
    expect(readFirst(judgePages("Hallo Nena Kerner, wer ist das?", [page]))).toContain("German singer");
  });
});

/** Openers of some languages with a question in it that names somebody. */
const CARRIERS = [
  ["", "Who is NAME?"],
  ["Hi ", "tell me when NAME was founded"],
  ["Ok ", "who runs NAME?"],
  ["Please ", "find out for me who the owner of NAME is"],
  ["Hey, ", "I need to know how old NAME is"],
  ["", "Give me the headquarters of NAME"],
  ["Hallo ", "wer ist NAME?"],
  ["", "Finde für mich heraus, wann NAME gegründet wurde"],
  ["Bon ", "dis-moi qui dirige NAME"],
  ["", "NAME, c'est qui ?"],
  ["Hola, ", "¿quién fundó NAME?"],
  ["", "NAME, who founded it?"],
] as const;

const capitalised = fc
  .tuple(
    fc.constantFrom(
      "Bon",
      "Ja",
      "Ok",
      "So",
      "Well",
      "Hello",
      "Alba",
      "Nord",
      "Hi",
      "Right",
      "Super",
      "Gut",
      "Oh",
    ),
    fc.constantFrom("Ravel", "Kestrel", "Moravia", "Tannen", "Ostrava", "Quill"),
  )
  .map(([first, last]) => `${first} ${last}`);
const unspaced = fc.constantFrom("네이버", "아니시우스", "음악세계", "그럼피캣", "안녕리조트");

describe("property: the searched question contains the names of what is asked", () => {
  it("in spaced scripts", () => {
    fc.assert(
      fc.property(fc.constantFrom(...CARRIERS), capitalised, ([opener, carrier], name) => {
        expect(textOf(opener + carrier.replace("NAME", name))).toContain(name);
      }),
    );
  });

  it("in syllables without capitals", () => {
    fc.assert(
      fc.property(fc.constantFrom("", "안녕하세요, ", "네, ", "혹시 "), unspaced, (opener, name) => {
        expect(textOf(`${opener}${name}는 누구인가요?`)).toContain(name);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  MAX_SENTENCE_LENGTH,
  type Sentence,
  SentenceStream,
} from "../../../packages/grounding/guard/sentence-stream.ts";
import { splitSentences } from "../../../packages/grounding/text/tokens.ts";

function streamed(deltas: readonly string[]): Sentence[] {
  const stream = new SentenceStream();
  return [...deltas.flatMap((delta) => stream.push(delta)), ...stream.end()];
}

/** Cut by UTF-16 code units, in these sizes over and over, through surrogate pairs as well. */
function cut(text: string, sizes: readonly number[]): string[] {
  const deltas: string[] = [];
  for (let from = 0, turn = 0; from < text.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    deltas.push(text.slice(from, from + size));
    from += size;
  }
  return deltas;
}

const joined = (sentences: readonly Sentence[]) =>
  sentences.map(({ before, text }) => before + text).join("");
const texts = (sentences: readonly Sentence[]) => sentences.map(({ text }) => text);

const piece = fc.constantFrom(
  ..."A|Mr.|end.|U.S.|The|He|J.|etc.|Ph.D.|p.m.|e.g.|this| |  |Why?|“No!”|„Ja.“|هل؟|?!|3.5|x.”|...|…|é|)|(|[1]|[|。|！|彼|」|）|😀|\uD83D|\n|\r\n|-".split(
    "|",
  ),
);
const text = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(""));
const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 });

describe("a streamed text", () => {
  it("has the sentences of its lines, however it is cut, and loses nothing", () => {
    fc.assert(
      fc.property(text, sizes, (whole, some) => {
        const sentences = streamed(cut(whole, some));
        expect(joined(sentences)).toBe(whole);
        expect(texts(sentences).filter((sentence) => sentence !== "")).toEqual(
          whole.split(/\r?\n/).flatMap((line) => splitSentences(line)),
        );
        expect(streamed([whole])).toEqual(sentences);
      }),
      { numRuns: 1_000 },
    );
  });

  it("gives a sentence out as soon as it is certain to be over", () => {
    const stream = new SentenceStream();
    const given = ["She left", ".", " The", " man", " stayed!", " W", "hy?\n", "Dr.", " A", "."].map(
      (delta) => texts(stream.push(delta)),
    );
    expect(given).toEqual([[], [], [], ["She left."], [], ["The man stayed!"], ["Why?"], [], [], []]);
    expect(texts(stream.end())).toEqual(["Dr. A."]);
  });

  it("keeps the number of an item with its sentence, and a heading and an item apart from others", () => {
    expect(texts(streamed(["# Life\n1. She left.\n2) He\n- It stayed. So did I."]))).toEqual([
      "# Life",
      "1. She left.",
      "2) He",
      "- It stayed.",
      "So did I.",
    ]);
  });

  it("shows the mark of a cut quote, which splitSentences leaves out", () => {
    expect(texts(streamed(["one [..", ".] two"]))).toEqual(["one", "[...]", "two"]);
  });

  it("keeps a character that is cut in two", () => {
    expect(joined(streamed(cut("He saw 😀😀. Then", [1])))).toBe("He saw 😀😀. Then");
  });

  it("may be empty or blank", () => {
    expect(streamed([])).toEqual([]);
    expect(streamed(["", ""])).toEqual([]);
    expect(streamed([" \n"])).toEqual([{ text: "", before: " \n" }]);
  });

  it.each([
    ["one word", "a"],
    ["many words", "word "],
    ["characters of two units", "😀"],
    ["abbreviations", "e.g. "],
  ])("without an end is cut, the same at once and in single characters: %s", (_what, unit) => {
    const whole = unit.repeat(9_000 / unit.length);
    const sentences = streamed([whole]);
    expect(joined(sentences)).toBe(whole);
    expect(sentences.length).toBeGreaterThan(3);
    expect(Math.max(...sentences.map((sentence) => sentence.text.length))).toBeLessThanOrEqual(
      MAX_SENTENCE_LENGTH,
    );
    expect(sentences.some((sentence) => /\p{Cs}/u.test(sentence.text))).toBe(false);
    expect(streamed(cut(whole, [1]))).toEqual(sentences);
  });
});

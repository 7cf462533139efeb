import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LANGUAGES, type Language } from "../../../packages/grounding/lexicon/language.ts";
import { splitSentences } from "../../../packages/grounding/text/tokens.ts";

describe("splitSentences", () => {
  it.each([
    ["She left. He stayed! Why? Nobody knew.", ["She left.", "He stayed!", "Why?", "Nobody knew."]],
    [
      "Dr. A. B. Stone met Mrs. Hall at 3.30 p.m. on Friday.",
      ["Dr. A. B. Stone met Mrs. Hall at 3.30 p.m. on Friday."],
    ],
    ["It grew by 2.5 per cent. Then it fell.", ["It grew by 2.5 per cent.", "Then it fell."]],
    ["He lived in the U.S. The rest stayed.", ["He lived in the U.S.", "The rest stayed."]],
    ["U.S. Steel was sold.", ["U.S. Steel was sold."]],
    ["No. She was born in Paris.", ["No.", "She was born in Paris."]],
    ["It has No. 5 on it.", ["It has No. 5 on it."]],
    ["“Stop!” he said. They did.", ["“Stop!” he said.", "They did."]],
    [
      "the first quote [...] The second one [...] and a third",
      ["the first quote", "The second one", "and a third"],
    ],
    ["彼は行った。彼女は残った。", ["彼は行った。", "彼女は残った。"]],
    ["", []],
  ])("splits %j", (text, sentences) => {
    expect(splitSentences(text)).toEqual(sentences);
  });

  it.each<[Language, string, string[]]>([
    [
      "de",
      "Rosa Kern (* 17. Juli 1954 in Ulm) malte. Am 3. Oktober zog sie um, z. B. nach Köln. Dr. med. h. c. Ott blieb.",
      [
        "Rosa Kern (* 17. Juli 1954 in Ulm) malte.",
        "Am 3. Oktober zog sie um, z. B. nach Köln.",
        "Dr. med. h. c. Ott blieb.",
      ],
    ],
    [
      "de",
      "Im 19. Jahrhundert regierte Ludwig II. Er starb 1886. „Gut.“ Das war es.",
      ["Im 19. Jahrhundert regierte Ludwig II.", "Er starb 1886.", "„Gut.“", "Das war es."],
    ],
    [
      "es",
      "El Sr. Paz vive en EE. UU. desde 1990. ¿Por qué? ¡Nadie lo sabe! La S.A. Norte creció.",
      ["El Sr. Paz vive en EE. UU. desde 1990.", "¿Por qué?", "¡Nadie lo sabe!", "La S.A. Norte creció."],
    ],
    [
      "ru",
      "А. П. Чехов родился в 1860 г. в г. Таганрог. Он умер в 1904 г. В музее им. Чехова тихо. Там 30 °C. Это много.",
      [
        "А. П. Чехов родился в 1860 г. в г. Таганрог.",
        "Он умер в 1904 г.",
        "В музее им. Чехова тихо.",
        "Там 30 °C.",
        "Это много.",
      ],
    ],
    [
      "tr",
      "Prof. Dr. Ak 1946'da doğdu. II. Mahmud ile 1. Dünya Savaşı vb. konular. Bu kadar.",
      ["Prof. Dr. Ak 1946'da doğdu.", "II. Mahmud ile 1. Dünya Savaşı vb. konular.", "Bu kadar."],
    ],
    [
      "ar",
      "ولد د. سامي في طنطا. هل فاز؟ نعم! كان عالمًا. ثم سافر.",
      ["ولد د. سامي في طنطا.", "هل فاز؟", "نعم!", "كان عالمًا.", "ثم سافر."],
    ],
    ["zh", "她走了！为什么？不知道。（真的。）好", ["她走了！", "为什么？", "不知道。", "（真的。）", "好"]],
    ["ja", "父は「行く。」と言った。母は残った。", ["父は「行く。」と言った。", "母は残った。"]],
    [
      "fr",
      "M. Le Goff vécut au IIe s. av. J.-C. Elle aussi. C’est tout.",
      ["M. Le Goff vécut au IIe s. av. J.-C.", "Elle aussi.", "C’est tout."],
    ],
    [
      "nl",
      "Dhr. Smit werkt o.a. voor Vos N.V. in Delft. Hij is 30.",
      ["Dhr. Smit werkt o.a. voor Vos N.V. in Delft.", "Hij is 30."],
    ],
    ["ko", "그는 부산에서 태어났다. 이후 떠났다.", ["그는 부산에서 태어났다.", "이후 떠났다."]],
  ])("splits %s by its own abbreviations and ordinals", (language, text, sentences) => {
    expect(splitSentences(text, language)).toEqual(sentences);
  });

  it("knows a German day in a text of unknown language", () => {
    expect(splitSentences("Kern (* 17. Juli 1954) paints. She won 12. Then she left.")).toEqual([
      "Kern (* 17. Juli 1954) paints.",
      "She won 12.",
      "Then she left.",
    ]);
  });

  it("takes time in proportion to the text", () => {
    const hostile = ["1. ", "A. ", ". ", "...", "。", "[...] ", ". “", "г. В ", ".)", "؟ ا"];
    for (const language of LANGUAGES) {
      for (const piece of hostile) {
        const started = performance.now();
        splitSentences(piece.repeat(10_000), language);
        expect(performance.now() - started).toBeLessThan(1_000);
      }
    }
  }, 60_000);

  it("returns substrings in order that lose nothing but white space", () => {
    const piece = fc.constantFrom(
      "A",
      "Mr.",
      "end.",
      " ",
      "  ",
      "Why?",
      "“No!”",
      "3.5",
      "e.g.",
      "J.",
      "…",
      "The",
      "é",
      "\n",
      ")",
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        const sentences = splitSentences(text);
        let from = 0;
        for (const sentence of sentences) {
          const at = text.indexOf(sentence, from);
          expect(at).toBeGreaterThanOrEqual(from);
          from = at + sentence.length;
        }
        expect(sentences.join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
      }),
    );
  });
});

import { describe, expect, it } from "vitest";
import { type FoundPage, INSUFFICIENT, judgePages, readFirst } from "./judged.ts";

const berg: FoundPage = [
  "Tomas Berg",
  "Tomas Berg (born 1961) is a Swedish conductor. He made his debut in Stockholm in 1988.",
];
const mensah: FoundPage = [
  "Kofi Mensah",
  "Kofi Mensah (born 2 January 1971) is a Ghanaian architect. Mensah was born in Kumasi.",
];
const curie: FoundPage = [
  "Marie Curie - Biographical",
  "She met Pierre Curie in 1894. Following the tragic death of Pierre Curie in 1906, she took his place as Professor of Physics. Mme. Curie died in Savoy, France, after a short illness, on July 4, 1934.",
];
const nadella: readonly FoundPage[] = [
  ["Satya Nadella", "Satya Nadella is 59 years old as of 2026."],
  [
    "Satya Nadella",
    "Satya Nadella (born August 19, 1967, Hyderabad, India) is an Indian-born business executive who became CEO of Microsoft in 2014. Nadella grew up in Hyderabad. He studied electrical engineering at the Manipal Institute of Technology.",
  ],
];
const nova: readonly FoundPage[] = [
  ["Nova 10 Pro", "The Nova 10 Pro costs $1,099 and went on sale on 2 November 2025."],
  ["Nova 10", "The Nova 10 was released on 12 October 2025 at $899."],
];
const orlov: FoundPage = [
  "Kestrel Energy",
  "Kestrel Energy chief Dmitri Orlov denied on Tuesday that he would step down in June 2025. Dmitri Orlov did not found the company; it was started by Fiona Grant in 1998.",
];
const tesk: readonly FoundPage[] = [
  [
    "Tesk Foods - Wikipedia",
    "Tesk Foods is a Danish dairy company headquartered in Aarhus. It was founded in 1931 by Per Tesk.",
  ],
  ["Tesk Foods management", "Lise Holm is the chief executive of Tesk Foods."],
];

const venn: FoundPage = [
  "Karl Venn",
  "Karl Venn became mayor of Leeds in 1971. Karl Venn celebrated his birthday with friends on Thursday.",
];
const blum: FoundPage = ["Nora Blum", "Nora Blum, succeeding Karl Weiss as chair, took office in 2020."];

describe("an answer has the form that is asked for", () => {
  it.each<[question: string, pages: readonly FoundPage[], first: string]>([
    ["Where was Tomas Berg born?", [berg], INSUFFICIENT],
    ["where was kofi mensah born", [mensah], "born in Kumasi"],
    ["Where did Marie Curie die?", [curie], "died in Savoy"],
    ["how old is satya nadella", nadella, "59 years old"],
    ["how old is satya nadella", nadella.slice(1), "born August 19, 1967"],
    ["Is it true that Satya Nadella founded Microsoft?", nadella, INSUFFICIENT],
    ["is it true dmitri orlov founded kestrel energy", [orlov], "did not found"],
    ["who runs tesk foods now", tesk, "Lise Holm"],
    ["When did Karl Venn resign as mayor of Leeds?", [venn], INSUFFICIENT],
    ["how old is karl venn", [venn], INSUFFICIENT],
    ["Who preceded Nora Blum as chair?", [blum], "Karl Weiss"],
    ["Who preceded Karl Weiss as chair?", [blum], INSUFFICIENT],
    ["how much does the nova 10 pro cost", nova, "$1,099"],
  ])("%s", (question, pages, first) => {
    expect(readFirst(judgePages(question, pages))).toContain(first);
  });

  it("keeps what answers in another of the usual ways", () => {
    const rows: readonly [question: string, text: string][] = [
      [
        "Where was Ingrid Falk born?",
        "Ingrid Falk (Uppsala, 3 May 1921 – 2 June 1999) was a Swedish potter.",
      ],
      ["Where was Ingrid Falk born?", "Ingrid Falk was born on 3 May 1921 in a village near Uppsala."],
      ["Where was Ingrid Falk born?", "Born in Uppsala, Ingrid Falk became a potter."],
      ["Where did Ingrid Falk die?", "Ingrid Falk died of a stroke on 2 June 1999 at her home in Lund."],
      ["How did Ingrid Falk die?", "Ingrid Falk died of a stroke on 2 June 1999."],
      ["How did Ingrid Falk die?", "Ingrid Falk was killed in a car crash near Lund."],
      ["Who was Ingrid Falk married to?", "Ingrid Falk married the painter Nils Dahl in 1946."],
      ["How old was Ingrid Falk when she died?", "Ingrid Falk died at 78, still at work."],
      ["When did Ingrid Falk open her studio?", "Ingrid Falk (born 1921) opened her studio in 1950."],
      ["How much does the Orion 4 cost?", "The Orion 4 costs 499 euros."],
      ["When was Apollo 11 launched?", "Apollo 11 was launched on July 16, 1969."],
      [
        "How many years did it take Ingrid Falk to finish it?",
        "It took Ingrid Falk six years to finish the vase.",
      ],
      [
        "How much did Lund Museum pay for the Ingrid Falk vase?",
        "The widow sold the Ingrid Falk vase to Lund Museum for £8,000.",
      ],
      ["Where is Ingrid Falk's first film set?", "Ingrid Falk's first film is set in Lund in the 1930s."],
      [
        "What post did Ingrid Falk hold from 1951 to 1958?",
        "Ingrid Falk was head of the museum from 1951 to 1958.",
      ],
      [
        "When did the third pupil of Ingrid Falk open a studio?",
        "Nils Dahl, the third pupil of Ingrid Falk, opened a studio in 1963.",
      ],
    ];
    for (const [question, text] of rows) {
      const title = /Falk|Orion 4|Apollo 11/.exec(text)?.[0].replace("Falk", "Ingrid Falk") ?? "";
      expect(readFirst(judgePages(question, [[title, text]])), question).toBe(text);
    }
  });
});

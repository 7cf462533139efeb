import { verify } from "@plumbline/grounding/guard";
import { describe, expect, test } from "vitest";
import { DISAGREEMENTS } from "../../../packages/grounding/guard/paraphrase/disagreements.ts";
import { outcomeOf } from "./outcome-of.ts";

/** The codes of the reasons for a verdict on a sentence, where one page holds the evidence. */
function codesOf(evidence: string, sentence: string): string[] {
  const judged = verify(sentence, outcomeOf([{ title: "Noss", text: evidence }], "Noss"));
  return judged.flatMap(({ verdict, reasons }) =>
    verdict === "supported" ? [] : reasons.map(({ code }) => code),
  );
}

type Row = readonly [evidence: string, sentence: string];

/** A statement is withheld for what it turns; the same words without the turn are supported. */
const TURNED: Readonly<Record<string, readonly Row[]>> = {
  differs_condition: [
    ["The ferry sails with weak wind.", "The ferry sails unless the wind is weak."],
    ["The ferry sails if the wind is weak.", "The ferry sails even if the wind is weak."],
    ["If the wind is weak, the ferry sails to Orkney.", "The ferry sails to Orkney."],
    ["The ferry sails in weak wind.", "The ferry sails if the wind is weak."],
    ["The ferry stopped in the storm.", "The ferry stopped because of the storm."],
  ],
  differs_status: [
    ["A ferry had run to Orkney from Wick.", "A ferry has run to Orkney from Wick."],
    ["Mara Holt wrote novels. She had lived in Wick.", "Mara Holt lives in Wick."],
    ["The Sund family had long been owning the ferry.", "The Sund family owns the ferry."],
    ["Anglers catch salmon and, less often, trout in the bay.", "Anglers catch trout in the bay."],
    ["The committee meets in the town hall.", "The committee meets in the town hall every month."],
  ],
  differs_certainty: [
    ["The club fines 20 pounds, but can fine 500 pounds.", "The club fined Mara Holt 500 pounds."],
    ["Visitors should climb the lighthouse in summer.", "Visitors climb the lighthouse in summer."],
    ["Patients with asthma should ask a doctor before taking it.", "Patients with asthma should take it."],
    ["Visitors climb the lighthouse in summer.", "Visitors should climb the lighthouse in summer."],
  ],
  differs_paired: [
    ["The committee meets every year in the town hall.", "The committee meets each month in the town hall."],
    ["The ferry runs every hour from May to September.", "The ferry runs every hour from September to May."],
    ["Rosenborg beat Brann 3–2 in Bergen.", "Rosenborg beat Brann 2–3 in Bergen."],
    ["The company opened 14 stores and closed three.", "The company closed 14 stores."],
  ],
  differs_negation: [
    ["The ferry, not the bridge, opened in 1920.", "The bridge opened in 1920."],
    ["The ferry carries lorries.", "The ferry does not carry lorries."],
    ["Cyclists may cross the bridge, but pedestrians may not.", "Pedestrians may cross the bridge."],
  ],
  differs_subject: [
    ["Mara Holt leads Noss. Otto Holt lives in Wick.", "Mara Holt leads Noss and lives in Wick."],
    ["Mara Holt leads Noss. Her brother lives in Wick.", "Mara Holt leads Noss and lives in Wick."],
    ["Her brother opened the bridge of Wick.", "Mara Holt opened the bridge of Wick."],
    ["Mara Holt met Otto Brandt, who built the bridge of Wick.", "Mara Holt built the bridge of Wick."],
    ["The mayor built the bridge of Wick.", "She built the bridge of Wick."],
    [
      "Mara Holt leads the club. Her brother Otto Brandt runs a farm. He was jailed for fraud in 2014.",
      "Mara Holt leads the club, and was jailed for fraud in 2014.",
    ],
    ["Mara Holt leads the club. Her lawyer Otto Brandt spoke.", "Mara Holt is Otto Brandt's lawyer."],
    [
      "Mara Holt was an engineer. Anna Brandt built the bridge.",
      "Mara Holt was an engineer. She built the bridge.",
    ],
  ],
  differs_doer: [
    ["The bridge was designed in the office of the mayor.", "The mayor designed the bridge."],
    ["A bill on the harbour act was rejected in 1920.", "The harbour act was rejected in 1920."],
    [
      "The bridge of Wick was designed by Otto Brandt and opened by Mara Holt.",
      "Mara Holt designed the bridge of Wick.",
    ],
    ["The winner of the race, Ida Holm, thanked Per Lund.", "Per Lund is the winner of the race."],
    ["Producer Lena Sund chose Per Lund for the album.", "Per Lund produced the album."],
    ["Mara Holt, the inventor of the pump, met Otto Brandt.", "Otto Brandt invented the pump."],
    ["The Louvre in Paris was opened in 1793.", "Paris was opened in 1793."],
    ["Otto Brandt from Wick won the race in 1990.", "Wick won the race in 1990."],
    ["The song was written by Lena Sund and honours Ida Holm.", "Ida Holm wrote the song."],
    [
      "The mill was built by the Sund family and is owned by the Lund family.",
      "The Lund family built the mill.",
    ],
    ["The novel Salt was filmed by Otto Brandt.", "Otto Brandt wrote the novel Salt."],
    [
      "Sund won the Hansen Prize, which Ganz was denied in 1929.",
      "Sund was denied the Hansen Prize in 1929.",
    ],
  ],
  differs_order: [
    ["The club hired Anna Sund and dismissed Per Lund.", "The club dismissed Anna Sund."],
    ["The museum bought the statue but returned the vase.", "The museum returned the statue."],
    ["Ida Holm was cleared while Per Lund was convicted.", "Ida Holm was convicted."],
    ["The treaty was approved and the budget was rejected.", "The treaty was rejected."],
    ["Anna Sund, who directs the choir, teaches the organ.", "Anna Sund directs the organ."],
    ["The museum houses a library and owns two ships.", "The museum houses two ships."],
    ["The firm closed its mill in Wick and opened an office in Leeds.", "The firm opened a mill in Wick."],
  ],
  differs_lacking: [
    [
      "Mara Holt (born 3 March 1961 in Wick) is a diver. She studied in Leeds.",
      "Mara Holt was born in Leeds.",
    ],
    ["Mara Holt, born in Wick in 1871, was a diver. She taught in Leeds.", "Mara Holt was born in Leeds."],
    ["Lena Strand studied economics at Oslo.", "Lena Strand's father studied economics at Oslo."],
  ],
  differs_replaced: [["Mara Holt wrote a play in Wick.", "Mara Holt wrote a book in Wick."]],
  unknown_number: [["Of the twenty ten stayed in Wick.", "Thirty stayed in Wick."]],
};

const SUPPORTED: readonly Row[] = [
  [
    "The bridge of Wick was designed by Otto Brandt and opened by Mara Holt.",
    "Mara Holt opened the bridge of Wick.",
  ],
  ["Keys may be up to 4 KB.", "Keys are up to 4 KB."],
  ["The harbour opens at dawn, unless a storm is near.", "The harbour opens at dawn unless a storm is near."],
  ["The ferry, not the bridge, opened in 1920.", "The ferry opened in 1920."],
  ["Most members of the club swim in the bay.", "The club swims in the bay."],
  ["During autumn Mara Holt opened the bridge.", "Mara Holt opened the bridge."],
  ["Mara Holt was born on 12 March 1871 in Wick (Scotland).", "On 12 March 1871 Mara Holt was born in Wick."],
  ["Mara Holt met Otto Brandt, who built the bridge of Wick.", "Otto Brandt built the bridge of Wick."],
  ["Mara Holt designed the lighthouse, which burned in 1911.", "The lighthouse burned in 1911."],
  ["The crew of twenty one stayed in Wick.", "The crew of 21 stayed in Wick."],
  ["The ferry sails even if the wind is strong.", "Even if the wind is strong, the ferry sails."],
  ["If the wind is weak, the ferry sails to Orkney.", "The ferry sails to Orkney when the wind is weak."],
  ["The ferry sails when the wind is weak.", "The ferry sails if the wind is weak."],
  ["Anglers often catch salmon in the bay.", "In the bay anglers often catch salmon."],
  ["Visitors may climb the lighthouse in summer.", "Visitors can climb the lighthouse in summer."],
  ["Visitors climb the lighthouse in summer.", "In summer visitors climb the lighthouse."],
  ["Mara Holt had been chair of the club until 2019.", "Mara Holt was chair of the club until 2019."],
  ["The ferry, which had been built in 1950, carries lorries.", "The ferry carries lorries."],
  ["Mara Holt leads the club. Her lawyer Otto Brandt spoke.", "Otto Brandt is Mara Holt's lawyer."],
  ["His cousin Otto Brandt sings. He is a diver from Wick.", "He is a diver from Wick."],
  ["A few members of the club swim in the bay.", "In the bay swim a few members of the club."],
  ["Mara Holt (born 3 March 1961 in Wick) is a diver. She studied in Leeds.", "Mara Holt was born in Wick."],
  ["The committee meets every year in the town hall.", "The committee meets each year in the town hall."],
  ["The boat left Vienna for Lindby in spring.", "In spring the boat left Vienna for Lindby."],
  ["The firm worked in Sweden in spring.", "In spring the firm worked in Sweden."],
  ["Noss is not only a harbour but also a shipyard.", "Noss is a harbour and also a shipyard."],
  ["Cyclists may cross the bridge, but pedestrians may not.", "Cyclists may cross the bridge."],
  ["The bridge cost two hundred and twenty pounds.", "The bridge cost 220 pounds."],
  [
    "The crossing takes two hours and fifty minutes.",
    "The crossing takes two hours and fifty minutes there.",
  ],
  ["Mara Holt was a diver. She sued Otto Brandt in 1920.", "Mara Holt sued Otto Brandt in 1920."],
  ["The court cleared Ida but convicted her brother.", "The court convicted her brother."],
  ["The judge fined the driver, then freed the guard.", "The driver was fined by the judge."],
  ["The governor vetoed the tax but signed the act.", "The act was signed by the governor."],
  ["The storm wrecked the church while sparing the hall.", "The storm spared the hall."],
  ["Otto Brandt leads the union and chairs the board.", "Otto Brandt chairs the board."],
  ["Anna Sund, who directs the choir, teaches the organ.", "Anna Sund teaches the organ."],
  ["Ida Holm was cleared while Per Lund was convicted.", "Per Lund was convicted."],
  ["Per Lund designed and built the bridge of Wick.", "Per Lund designed the bridge of Wick."],
  ["The critic praised the film that Anna Sund directed.", "The critic praised the film."],
  ["The firm bought Kelso in 2010 and later sold it.", "The firm bought Kelso in 2010."],
  ["The film was directed by Anna Sund and stars Otto Brandt.", "Anna Sund directed the film."],
  ["The film was directed by Anna Sund and starred Otto Brandt.", "The film stars Otto Brandt."],
  ["The mill was built in 1900 and sold in 1950 to Karl Sund.", "The mill was sold to Karl Sund in 1950."],
  ["The film was directed by Anna Sund and stars Otto Brandt.", "Anna Sund is the director of the film."],
  ["Otto Brandt stars in the film, whose director is Anna Sund.", "Anna Sund directed the film."],
  ["The founder of Noss, Mara Holt, hired Otto Brandt.", "Mara Holt founded Noss."],
  ["Mara Holt, who founded the club, sold it to Otto Brandt.", "Mara Holt is the founder of the club."],
  ["Mara Holt leads Noss. Mara Holt lives in Wick.", "Mara Holt leads Noss and lives in Wick."],
  ["Mara Holt leads Noss. Holt teaches law in Wick.", "Mara Holt leads Noss and teaches law in Wick."],
  ["The Louvre in Paris was opened in 1793.", "The Louvre was opened in 1793."],
  ["Rosa Klein of Vantor praised Otto Brandt.", "Rosa Klein praised Otto Brandt."],
  ["The opera Salt by Mara Holt was staged in 1990.", "The opera Salt was staged in 1990."],
  ["The hospital treats 400 patients a day and owns a ferry.", "The hospital treats 400 patients a day."],
  [
    "In 1888 the town replaced the lamps in Fore Street with gas.",
    "The town replaced the lamps in Fore Street with gas in 1888.",
  ],
  [
    "If the wind is weak, the old ferry sails to Orkney at noon.",
    "The old ferry sails to Orkney at noon when the wind is weak.",
  ],
];

/** Each rule's own examples, which document it. */
const EXAMPLES = Object.entries(DISAGREEMENTS).flatMap(([code, { examples }]) =>
  examples.map(([evidence, sentence]) => [code, evidence, sentence] as const),
);

test.each(EXAMPLES)("%s withholds, of %j: %s", (code, evidence, sentence) => {
  expect(codesOf(evidence, sentence)).toContain(`differs_${code}`);
});

describe.each(Object.entries(TURNED))("%s withholds", (code, rows) => {
  test.each(rows)("of %j: %s", (evidence, sentence) => {
    expect(codesOf(evidence, sentence)).toContain(code);
  });
});

test.each(SUPPORTED)("of %j this is supported: %s", (evidence, sentence) => {
  expect(codesOf(evidence, sentence)).toEqual([]);
});

test.each([
  ["Die Taucherin Mara Holt lebt seit 2015 in Noss.", "Mara Holt died in 2015 in Noss."],
  ["Die Firma Noss sitzt in Bonn und baut dort Schiffe.", "Noss died in Bonn."],
])("a German article is no English verb: %j, %s", (evidence, sentence) => {
  expect(codesOf(evidence, sentence)).not.toEqual([]);
});

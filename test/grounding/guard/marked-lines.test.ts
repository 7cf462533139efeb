import { AnswerGuard } from "@plumbline/grounding/guard";
import { expect, it } from "vitest";
import { outcomeOf } from "./outcome-of.ts";

const PAGES = [
  {
    title: "Norlund Optics",
    url: "https://norlund.example/about",
    text: "Norlund Optics is a Danish maker of lenses. It is headquartered in Aarhus. Norlund Optics was founded in 1984 as a joint venture of Halden and Brask.",
  },
  {
    title: "Norlund Optics",
    url: "https://news.example/norlund",
    text: "Norlund Optics employs 4,400 people. Ida Brandt is the chief executive officer of Norlund Optics.",
  },
  {
    title: "Velling Glass",
    url: "https://velling.example/about",
    text: "Velling Glass was founded in 2005. Otto Reh is the chief executive of Velling Glass. Otto Reh won the Arc Prize for Design in 2011.",
  },
];
const QUESTION = "What is Norlund Optics?";

/** The text that leaves, and the texts that are withheld. */
function guarded(written: string): { text: string; withheld: string[] } {
  const text = new AnswerGuard([outcomeOf(PAGES, QUESTION)], [QUESTION]).text();
  const pieces = [...text.push(written), ...text.end()];
  const of = (type: string) => pieces.filter((piece) => piece.type === type).map(({ text }) => text);
  return { text: of("passed").join(""), withheld: of("withheld") };
}

it("keeps the fields of a list that a source gives", () => {
  const list =
    "- **Founded:** 1984\n- **CEO:** Ida Brandt\n- **Employees:** 4,400\n- **Headquarters:** Aarhus";
  expect(guarded(list)).toEqual({ text: list, withheld: [] });
});

it.each([
  "- **CEO:** Otto Reh",
  "- **CEO:** Halden",
  "- **Founded:** 2005",
  "- **Employees:** 1984",
  "- **Convicted:** 1984",
  "- **Founded by:** Ida Brandt",
])("withholds a field that a source gives to something else: %s", (field) => {
  const { text, withheld } = guarded(field);
  expect(withheld).toEqual([field]);
  expect(text).not.toContain("**");
});

it("keeps a table, and puts a dash in place of what no source says", () => {
  const rows = ["| Company | Founded | CEO |", "|---|---|---|", "| Norlund Optics | 1984 | Ida Brandt |"];
  const wrong = "| Velling Glass | 1984 | Otto Reh |";
  expect(guarded([...rows, wrong].join("\n"))).toEqual({
    text: [...rows, "| Velling Glass | – | Otto Reh |"].join("\n"),
    withheld: ["Velling Glass, Founded: 1984"],
  });
});

it("keeps a table of two columns about the subject", () => {
  const table = "| | Norlund Optics |\n|---|:---|\n| Founded | 1984 |\n| Employees | 4,400 |";
  expect(guarded(table)).toEqual({ text: table, withheld: [] });
});

it.each([
  "| Norlund Optics | convicted of fraud |",
  "| Ida Brandt | a fraudster |",
  "| Norlund Optics | 1999 |",
])("reads a row that states something as no header: %s", (row) => {
  expect(guarded(`${row}\n|---|---|`).text).not.toContain(row);
});

it("keeps a heading of the words of the evidence, and none that states something", () => {
  expect(guarded("## Maker of lenses").withheld).toEqual([]);
  expect(guarded("## Fraud").text).not.toContain("##");
  expect(guarded("## Otto Reh").text).not.toContain("##");
  expect(guarded("## Ida Brandt won the Arc Prize").text).not.toContain("##");
});

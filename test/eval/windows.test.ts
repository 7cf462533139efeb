import { expect, it } from "vitest";
import { fullPassages, titledWindows, WINDOW_SEEDS, windowPassages } from "./windows.ts";

const words = Array.from({ length: 100 }, (_, index) => `w${index}`);
const passages = [{ text: words.join(" ") }, { text: words.join("\n ") }, { text: "only four words here" }];

it("draws forty words in a row, from another place for another seed, name or passage", () => {
  const starts = new Set<string>();
  for (const name of ["Ada Vance", "Bo Reyes"])
    for (const seed of WINDOW_SEEDS) {
      const [first, second, short] = windowPassages(name, passages, seed);
      for (const window of [first, second]) {
        const shown = window?.text.split(" ") ?? [];
        expect(shown).toHaveLength(40);
        const from = words.indexOf(shown[0] ?? "");
        expect(shown).toEqual(words.slice(from, from + 40));
        starts.add(`${from}`);
      }
      expect(short).toEqual({ title: name, text: "only four words here" });
    }
  expect(starts.size).toBeGreaterThan(6);
});

it("draws the same windows at every call", () => {
  expect(windowPassages("Ada Vance", passages, 1)).toEqual(windowPassages("Ada Vance", passages, 1));
});

it("gives every second title a site, over the same windows", () => {
  for (const seed of WINDOW_SEEDS) {
    const titled = titledWindows("Ada Vance", [...passages, ...passages], seed);
    const bare = windowPassages("Ada Vance", [...passages, ...passages], seed);
    expect(titled.map(({ text }) => text)).toEqual(bare.map(({ text }) => text));
    expect(titled.filter(({ title }) => title === "Ada Vance")).toHaveLength(3);
    expect(titled.filter(({ title }) => /^Ada Vance - [A-Z][A-Za-z]+$/.test(title))).toHaveLength(3);
  }
});

it("leaves full passages whole", () => {
  expect(fullPassages("Ada Vance", [{ text: "Whole." }])).toEqual([{ title: "Ada Vance", text: "Whole." }]);
});

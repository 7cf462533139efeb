import type { JudgedRow, Measurement } from "../figures.ts";
import type { Part } from "../part.ts";
import { severalPeople } from "../product.ts";
import { type Passage, sampleRows } from "../rows.ts";
import { fullPassages, titledWindows, WINDOW_SEEDS, windowPassages } from "../windows.ts";

type Texts = readonly { readonly text: string }[];

interface Form {
  name: string;
  seeds: readonly number[];
  show(name: string, passages: Texts, seed: number): Passage[];
}

const FORMS: readonly Form[] = [
  { name: "full", seeds: [0], show: fullPassages },
  { name: "window40", seeds: WINDOW_SEEDS, show: windowPassages },
  { name: "titled40", seeds: WINDOW_SEEDS, show: titledWindows },
];
const FIGURES = ["precision", "recall", "false_alarms"];

/**
 * Sets of passages found for one name: whether several people are seen where there are several, and only
 * there.
 */
export const names: Part = {
  title: "names",
  files: ["names"],
  names: () => FORMS.flatMap(({ name }) => FIGURES.map((figure) => `names.${name}.${figure}`)),
  measure({ data, sample }) {
    const sets = sampleRows(data.rows("names"), sample, ({ ambiguous }) => `${ambiguous}`);
    return FORMS.flatMap((form) => {
      const judged = form.seeds.flatMap((seed) =>
        sets.map(({ id, value: { name, ambiguous, passages } }) => ({
          row: { id: `${id}:${seed}`, group: name },
          ambiguous,
          verdict: severalPeople(name, form.show(name, passages, seed)),
        })),
      );
      const pick = (ambiguous: boolean): JudgedRow[] =>
        judged
          .filter((one) => one.ambiguous === ambiguous)
          .map(({ row, verdict }) => ({ ...row, hit: verdict }));
      const called = judged
        .filter(({ verdict }) => verdict)
        .map(({ row, ambiguous }): JudgedRow => ({ ...row, hit: ambiguous }));
      const measurements: Measurement[] = [
        { name: `names.${form.name}.precision`, kind: "share", better: "more", rows: called },
        { name: `names.${form.name}.recall`, kind: "share", better: "more", rows: pick(true) },
        { name: `names.${form.name}.false_alarms`, kind: "share", better: "fewer", rows: pick(false) },
      ];
      return measurements;
    });
  },
};

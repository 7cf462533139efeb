import { decideGrounding } from "@plumbline/grounding/gate";
import type { JudgedRow, Measurement } from "../figures.ts";
import type { Part } from "../part.ts";
import { type DataFolder, type RowOf, sampleRows } from "../rows.ts";

type Prompt = RowOf<"gate">;

/** Prompts that need research and prompts that do not, by where they come from. */
export const gate: Part = {
  title: "gate",
  files: ["gate"],
  names: (data) => [...figures(data).keys()],
  measure({ data, sample }) {
    const rows = new Map<string, JudgedRow[]>();
    for (const { id, value } of sampleRows(data.rows("gate"), sample, nameOf)) {
      const hit = decideGrounding({ prompt: value.prompt }).requiresGrounding;
      const judged = rows.get(nameOf(value)) ?? [];
      judged.push({ id, group: value.prompt, hit });
      rows.set(nameOf(value), judged);
    }
    return Array.from(figures(data), ([name, better]): Measurement => {
      return { name, kind: "share", better, rows: rows.get(name) ?? [] };
    });
  },
};

function figures(data: DataFolder): Map<string, "more" | "fewer"> {
  return new Map(
    data.rows("gate").map(({ value }) => [nameOf(value), value.label === "external" ? "more" : "fewer"]),
  );
}

function nameOf({ source, label }: Prompt): string {
  return label === "external" ? `gate.recall.${source}` : `gate.false_alarms.${source}`;
}

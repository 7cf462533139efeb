import { decideGrounding } from "@plumbline/grounding/gate";
import { readSections } from "../../support/text-sections.ts";
import type { JudgedRow } from "../figures.ts";
import type { Part } from "../part.ts";

const SAMPLED_NAMES = 2;
const { lines } = readSections(new URL("../../fixtures/ways-of-asking.txt", import.meta.url));

/**
 * Ways of asking about a person, and of naming somebody without asking; of our own, so they need no data
 * folder.
 */
export const waysOfAsking: Part = {
  title: "gate",
  files: [],
  names: () => ["gate.recall.ways_of_asking", "gate.false_alarms.ways_of_asking"],
  measure: ({ sample }) => [
    {
      name: "gate.recall.ways_of_asking",
      kind: "share",
      better: "more",
      rows: judge("asked", lines("needs facts"), someOf(lines("names"), sample)),
    },
    {
      name: "gate.false_alarms.ways_of_asking",
      kind: "share",
      better: "fewer",
      rows: judge("named", lines("needs no facts"), someOf(lines("known names"), sample)),
    },
  ],
};

/** A way of asking mostly fires for every name or for none, so a sample needs few. */
function someOf(names: readonly string[], sample: number | undefined): readonly string[] {
  return sample === undefined ? names : names.slice(0, SAMPLED_NAMES);
}

function judge(kind: string, ways: readonly string[], names: readonly string[]): JudgedRow[] {
  return ways.flatMap((way, at) =>
    names.map((name, index) => ({
      id: `${kind}:${`${at}`.padStart(8, "0")}:${index}`,
      group: `${at}`,
      hit: decideGrounding({ prompt: way.replaceAll("X", () => name) }).requiresGrounding,
    })),
  );
}

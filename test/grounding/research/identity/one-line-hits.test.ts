import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import * as z from "zod";
import { type FoundPage, judgePages } from "../judged.ts";

const FIXTURE = new URL("../../../fixtures/namesakes/one-line-hits.jsonl", import.meta.url);
const setSchema = z.strictObject({
  name: z.string(),
  /** Number of people that the two hits are about, as a careful reader sees it. */
  people: z.union([z.literal(1), z.literal(2)]),
  hits: z.tuple([z.tuple([z.string(), z.string()]), z.tuple([z.string(), z.string()])]),
});

const SETS = readFileSync(FIXTURE, "utf8")
  .trim()
  .split("\n")
  .map((line) => setSchema.parse(JSON.parse(line)));

/** Returns how many of the pages are quoted together as being about one person, or "refused". */
function countQuoted(name: string, pages: readonly FoundPage[]): number | "refused" {
  const outcome = judgePages(`Who is ${name}?`, pages);
  if (!outcome.ok) return "refused";
  return new Set(outcome.sections.flatMap(({ claims }) => claims.map((claim) => claim.citation_index))).size;
}

const namesOf = (people: 1 | 2, quoted: number | "refused") =>
  SETS.filter((set) => set.people === people && countQuoted(set.name, set.hits) === quoted).map(
    ({ name }) => name,
  );

// Written by somebody who had not seen the code. Half of the namesakes share a town.
it("hits about two people of one name are quoted as one person in six sets of sixty", () => {
  expect(SETS.filter(({ people }) => people === 2)).toHaveLength(60);
  expect(namesOf(2, 2)).toHaveLength(6);
});

it("hits about one person are taken for two in two sets of forty, which only a trade in other words ties", () => {
  expect(SETS.filter(({ people }) => people === 1)).toHaveLength(40);
  expect(namesOf(1, "refused")).toHaveLength(2);
});

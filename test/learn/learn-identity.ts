import { writeFileSync } from "node:fs";
import { type CorpusText, loadCorpus } from "@plumbline/sandbox/corpus/corpus.ts";
import { groupByPerson, readPassages } from "../../packages/grounding/research/identity/group-people.ts";
import {
  measurePair,
  PAIR_FEATURES,
  type PairWeights,
} from "../../packages/grounding/research/identity/pair-features.ts";
import type { Passage, PersonProfile } from "../../packages/grounding/research/identity/person-profile.ts";
import { findNameMentions } from "../../packages/grounding/text/name-mentions.ts";
import { looksLikePerson } from "../../packages/grounding/text/names.ts";
import { DataFolder, drawBelow } from "../eval/rows.ts";
import { fullPassages, titledWindows, WINDOW_SEEDS, windowPassages } from "../eval/windows.ts";
import type { LearnOptions } from "./learn-options.ts";
import { type Example, learnLogistic } from "./logistic-regression.ts";

const WEIGHTS_FILE = new URL("../../packages/grounding/research/identity/weights.ts", import.meta.url);
const FOLDS = 5;
const PENALTY = 1;
/**
 * The sandbox's own pages tell one life each in its own words, as pages of different sites do; those of the
 * data for one person are parts of one page. So few of them are learned from at this weight.
 */
const OWN_WEIGHT = 4;
/** Seeds of the windows that are learned from: other ones than those that are measured. */
const LEARNED_SEEDS = [3, 4, 5];

/** Passages found for one name, and who each of them is about. */
interface NameSet {
  name: string;
  entities: readonly string[];
  passages: readonly Passage[];
  weight: number;
}

/**
 * Learns the weights by which passages are told apart, from names.jsonl, people.jsonl and the sandbox's own
 * pages.
 */
export function learnIdentity({ data, crossValidate, print }: LearnOptions): void {
  const folder = new DataFolder(data);
  const sets = [...namesakeSets(folder), ...ownSets()];
  if (crossValidate) printCrossValidated(folder, sets, print);
  writeFileSync(WEIGHTS_FILE, weightsFile(learn(sets)));
  print(`identity: ${PAIR_FEATURES.length} weights from ${sets.length} sets of passages.`);
}

function namesakeSets(folder: DataFolder): NameSet[] {
  const named = folder.rows("names").map(({ value }) => value);
  const retrieved = folder.rows("people").map(({ value: { name, retrieved: found } }) => ({
    name,
    passages: found
      .filter(({ title }) => findNameMentions(title, name).length > 0)
      .map(({ title, text }) => ({ entity: title, text })),
  }));
  return [...named, ...retrieved].flatMap(({ name, passages }) => {
    const entities = passages.map(({ entity }) => entity);
    const shown = [
      fullPassages(name, passages),
      ...LEARNED_SEEDS.map((seed) => windowPassages(name, passages, seed)),
    ];
    return shown.map((one) => ({ name, entities, passages: one, weight: 1 }));
  });
}

function ownSets(): NameSet[] {
  const pages = new Map<string, CorpusText[]>();
  for (const page of loadCorpus()) {
    const person = page.id.replace(/(?:-(?:actor|director))?-\d+$/, "");
    pages.set(person, [...(pages.get(person) ?? []), page]);
  }
  return [...pages].flatMap(([id, found]) => {
    const name = id
      .split("-")
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(" ");
    if (!looksLikePerson(name)) return [];
    const entities = found.map((page) => page.id.replace(/-\d+$/, ""));
    const shown = [
      fullPassages(name, found),
      ...[...WINDOW_SEEDS, ...LEARNED_SEEDS].map((seed) => windowPassages(name, found, seed)),
    ];
    return shown.map((passages) => ({ name, entities, passages, weight: OWN_WEIGHT }));
  });
}

function learn(sets: readonly NameSet[]): PairWeights {
  const learned = learnLogistic(sets.flatMap(examplesOf), PENALTY);
  return Object.fromEntries(
    PAIR_FEATURES.map((feature, index) => [feature, Number((learned[index] ?? 0).toFixed(3))]),
  ) as PairWeights;
}

/** Each two passages of a set; a set of many pairs does not outweigh the others. */
function examplesOf({ name, entities, passages, weight }: NameSet): Example[] {
  const { read } = readPassages(name, passages);
  const pairs = read.flatMap((left, at) => read.slice(at + 1).map((right) => [left, right] as const));
  return pairs.map(([left, right]) => {
    const features = measurePair(left.profile, right.profile);
    return {
      features: PAIR_FEATURES.map((feature) => features[feature]),
      isOfClass: entities[left.index] !== entities[right.index],
      weight: weight / Math.sqrt(pairs.length),
    };
  });
}

/** Names are told apart by weights that have seen neither the name nor its passages. */
function printCrossValidated(
  folder: DataFolder,
  sets: readonly NameSet[],
  print: (line: string) => void,
): void {
  const foldOf = (name: string) => drawBelow(FOLDS, `identity ${name}`);
  const weights = Array.from({ length: FOLDS }, (_, fold) =>
    learn(sets.filter(({ name }) => foldOf(name) !== fold)),
  );
  const isSeveral = (name: string, passages: readonly Passage[]) => {
    const profiles: PersonProfile[] = readPassages(name, passages).read.map(({ profile }) => profile);
    return groupByPerson(profiles, weights[foldOf(name)]).groups.length > 1;
  };
  const forms = [
    ["full", [0], fullPassages],
    ["window40", WINDOW_SEEDS, windowPassages],
    ["titled40", WINDOW_SEEDS, titledWindows],
  ] as const;
  const rows = folder.rows("names").map(({ value }) => value);
  for (const [form, seeds, show] of forms) {
    const judged = seeds.flatMap((seed) =>
      rows.map(({ name, ambiguous, passages }) => ({
        ambiguous,
        found: isSeveral(name, show(name, passages, seed)),
      })),
    );
    const shareFound = (ambiguous: boolean) => {
      const asked = judged.filter((one) => one.ambiguous === ambiguous);
      return `${(asked.filter(({ found }) => found).length / asked.length).toFixed(3)} of ${asked.length}`;
    };
    print(`names.${form}: recall ${shareFound(true)}, false alarms ${shareFound(false)}`);
  }
  const own = sets.filter(({ weight, entities }) => weight === OWN_WEIGHT && new Set(entities).size === 1);
  const alarms = own.filter(({ name, passages }) => isSeveral(name, passages)).length;
  print(`the sandbox's own people: false alarms ${(alarms / own.length).toFixed(3)} of ${own.length}`);
}

function weightsFile(weights: PairWeights): string {
  const lines = PAIR_FEATURES.map((feature) => `  ${feature}: ${weights[feature]},`);
  return `import type { PairWeights } from "./pair-features.ts";

/**
 * Lists how much each feature of a pair of passages speaks for two people, in log-odds. Learned by
 * test/learn/learn-identity.ts from AmbigBio's passages (names.jsonl, people.jsonl) and the sandbox's own
 * pages; no text of them is in it.
 */
export const WEIGHTS: PairWeights = {
${lines.join("\n")}
};
`;
}

import type { JudgedRow, Measurement } from "../figures.ts";
import type { EvalInput, Part } from "../part.ts";
import { claimsAsRead, researchPassages } from "../product.ts";
import { definedRole } from "../roles.ts";
import { type Passage, type Row, type RowOf, sampleRows } from "../rows.ts";
import { fullPassages, titledWindows, WINDOW_SEEDS, windowPassages } from "../windows.ts";

const answered = async (question: string, passages: readonly Passage[]) =>
  (await researchPassages(question, passages)).ok;

type NameRow = Row<RowOf<"names">>;

function ambiguousNames({ data, sample }: EvalInput): readonly NameRow[] {
  return sampleRows(
    data.rows("names").filter(({ value }) => value.ambiguous),
    sample,
  );
}

/** The passages of each bearer of a name, in their order. */
function bearers({ value }: NameRow): { entity: string; texts: string[] }[] {
  const found = new Map<string, string[]>();
  for (const { entity, text } of value.passages) found.set(entity, [...(found.get(entity) ?? []), text]);
  return Array.from(found, ([entity, texts]) => ({ entity, texts }));
}

/** "Who is NAME, the ROLE?" from the pages of another bearer of the name, and from the person's own. */
export const roles: Part = {
  title: "identity",
  files: ["names"],
  names: () => ["identity.role_contradicted", "identity.role_own_kept"],
  async measure(input) {
    const contradicted: JudgedRow[] = [];
    const kept: JudgedRow[] = [];
    for (const row of ambiguousNames(input)) {
      const { name } = row.value;
      const people = bearers(row);
      for (const [at, asked] of people.entries()) {
        const role = definedRole(asked.texts);
        if (role === null) continue;
        const question = `Who is ${name}, the ${role}?`;
        const judge = async (texts: readonly string[], id: string): Promise<JudgedRow> => {
          const passages = fullPassages(
            name,
            texts.map((text) => ({ text })),
          );
          return { id, group: name, hit: await answered(question, passages) };
        };
        kept.push(await judge(asked.texts, `${row.id}:${at}`));
        for (const [other, { texts }] of people.entries()) {
          if (other === at || sharesRole(texts, role)) continue;
          contradicted.push(await judge(texts, `${row.id}:${at}:${other}`));
        }
      }
    }
    return [
      { name: "identity.role_contradicted", kind: "share", better: "fewer", rows: contradicted },
      { name: "identity.role_own_kept", kind: "share", better: "more", rows: kept },
    ];
  },
};

/** Returns whether a text gives the same role: another bearer with it does not contradict the role. */
function sharesRole(texts: readonly string[], role: string): boolean {
  return texts.some((text) => text.toLowerCase().includes(role.toLowerCase()));
}

/** "Who is NAME?" from what a retriever brought under other people's names. */
export const wrongPerson: Part = {
  title: "identity",
  files: ["people"],
  names: () => ["identity.wrong_person", "identity.wrong_person_unnamed"],
  async measure({ data, sample }) {
    const titled: JudgedRow[] = [];
    const unnamed: JudgedRow[] = [];
    for (const { id, value } of sampleRows(data.rows("people"), sample)) {
      const judge = async (passages: readonly Passage[], rows: JudgedRow[]) => {
        if (passages.length === 0) return;
        rows.push({ id, group: value.name, hit: await answered(`Who is ${value.name}?`, passages) });
      };
      const others = value.retrieved.filter(({ title }) => !bearsName(title, value.name));
      await judge(others, titled);
      await judge(
        others.filter(({ text }) => !holdsName(text, value.name)),
        unnamed,
      );
    }
    return [
      { name: "identity.wrong_person", kind: "share", better: "fewer", rows: titled },
      // Under another title a text may still be about the person: "Chuck Wolfe" for Charles Wolfe.
      { name: "identity.wrong_person_unnamed", kind: "share", better: "fewer", rows: unnamed },
    ];
  },
};

/** Words that may stand inside a name in a text: "Charles Ray McCoy". */
const MOST_BETWEEN = 2;

/** Returns whether a text gives the name. Only other names of the same person may stand between its words. */
function holdsName(text: string, name: string): boolean {
  const words = plainWords(text);
  const [first, ...rest] = plainWords(name);
  return words.some((word, start) => {
    if (word !== first) return false;
    let at = start;
    return rest.every((wanted) => {
      const next = words.indexOf(wanted, at + 1);
      const isNear = next > at && next - at <= MOST_BETWEEN + 1;
      at = next;
      return isNear;
    });
  });
}

/**
 * Returns whether a page's title is the name, or a fuller form of it with the same words in the same order
 * ("John B. Smith (judge)").
 */
function bearsName(title: string, name: string): boolean {
  const titleWords = plainWords(title.replace(/\s*\([^)]*\)\s*$/, ""));
  let at = 0;
  for (const word of titleWords) if (word === plainWords(name)[at]) at++;
  return at === plainWords(name).length;
}

function plainWords(text: string): string[] {
  return (
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** "Who is NAME?" from pages about several people of that name: answered with claims about more than one. */
export const mixedPeople: Part = {
  title: "identity",
  files: ["names"],
  names: () => MIXED.map(({ name }) => name),
  async measure(input) {
    const sets = ambiguousNames(input);
    const measurements: Measurement[] = [];
    for (const { name, seeds, show } of MIXED) {
      const rows: JudgedRow[] = [];
      for (const seed of seeds)
        for (const row of sets) {
          const hit = await mixes(row, show(row.value, seed));
          rows.push({ id: `${row.id}:${seed}`, group: row.value.name, hit });
        }
      measurements.push({ name, kind: "share", better: "fewer", rows });
    }
    return measurements;
  },
};

interface MixedForm {
  name: string;
  seeds: readonly number[];
  show(set: RowOf<"names">, seed: number): Passage[];
}

const MIXED: readonly MixedForm[] = [
  {
    name: "identity.mixed_people",
    seeds: [0],
    show: ({ name, passages }) => fullPassages(name, passages),
  },
  {
    name: "identity.mixed_people_titled40",
    seeds: WINDOW_SEEDS,
    show: ({ name, passages }, seed) => titledWindows(name, passages, seed),
  },
  {
    // The page's own title, as an encyclopedia has it: "John Smith (judge)".
    name: "identity.mixed_people_entity40",
    seeds: WINDOW_SEEDS,
    show: ({ name, passages }, seed) =>
      windowPassages(name, passages, seed).map(({ text }, index) => ({
        title: passages[index]?.entity ?? name,
        text,
      })),
  },
];

async function mixes({ value }: NameRow, passages: readonly Passage[]): Promise<boolean> {
  const outcome = await researchPassages(`Who is ${value.name}?`, passages);
  if (!outcome.ok) return false;
  return new Set(claimsAsRead(outcome).map(({ passage }) => value.passages[passage]?.entity)).size > 1;
}

import { AnswerGuard } from "@plumbline/grounding/guard";
import { BARE_DENIALS, DENIAL_CASES, worded } from "../fixtures/guard/denials.ts";
import { HONEST_DOCUMENTS } from "../fixtures/guard/honest-documents.ts";
import { MARKED, RECORDS, TEXT_CARRIERS, VALUE_CARRIERS, WORDINGS } from "../fixtures/guard/lies.ts";
import { type GuardSource, honestSentences, SOURCES } from "../fixtures/guard/sources.ts";
import { guardOutcome } from "./product.ts";
import { sha256 } from "./rows.ts";
import { WRITE_TOOLS } from "./write-tools.ts";

/** One text of our own corpus, and whether it left. */
export interface CorpusRow {
  id: string;
  group: string;
  text: string;
  hit: boolean;
}

/** The guard over one invented source. The user asks about the person, and whether the worst is true. */
export function guardOf(source: GuardSource, said = ""): AnswerGuard {
  const { person, pages, query } = source;
  const asked =
    said === "" ? `Was ${person} convicted, arrested or fined? Pass it on to Bob and the team.` : said;
  const cited = pages.map((sentences) => ({ title: person, snippets: [sentences.join(" ")] }));
  return guardFor(query, [`${query} ${asked}`], cited);
}

function guardFor(
  query: string,
  said: readonly string[],
  pages: readonly { title: string; snippets: readonly string[] }[],
): AnswerGuard {
  return new AnswerGuard([guardOutcome({ query, said, pages })], said);
}

const row = (group: string, text: string, hit: boolean): CorpusRow => ({
  id: `${group}:${sha256(text).slice(0, 8)}`,
  group,
  text,
  hit,
});

/** The words of a lie that its source does not say of anybody: its last word with a letter. */
function coreOf(lie: string): string {
  return (lie.match(/[\p{L}\p{N},]+/gu) ?? []).slice(-2).join(" ").toLowerCase();
}

/** Every form of a lie about every source, as a text: a hit when its words leave as text. */
export function textLies(): CorpusRow[] {
  return SOURCES.flatMap((source) => {
    const guard = guardOf(source);
    return [...WORDINGS, ...MARKED].flatMap(({ name, word }, at) => {
      const lie = source.lies[at % source.lies.length] ?? "";
      const text = word(lie, source);
      const verified = guard.verify(text);
      const own = source.pages.flat();
      const left = verified.filter(
        ({ text: sentence, verdict }) =>
          (verdict === "supported" || verdict === "exempt") && !own.includes(sentence),
      );
      const hit = left.some((one) => one.text.toLowerCase().includes(coreOf(lie)));
      return row(name, text, hit);
    });
  });
}

/**
 * Every wording in every carrier and every record, sent through the write tools in turn: a hit when the call
 * would be made.
 */
export function writeLies(): CorpusRow[] {
  const rows: CorpusRow[] = [];
  const guards = SOURCES.map((source) => ({ source, guard: guardOf(source) }));
  const send = (name: string, value: unknown, at: number, takesValues: boolean) => {
    const { guard } = guards[at % guards.length] ?? { guard: guardOf(SOURCES[0] as GuardSource) };
    const tools = WRITE_TOOLS.filter((one) => !takesValues || one.takesValues);
    for (const one of takesValues ? tools : [tools[at % tools.length]]) {
      if (one === undefined) continue;
      const found = guard.unsupportedIn(one.argumentsFor(value), one.tool.identifiers);
      rows.push(row(`${name}, ${one.tool.name}`, JSON.stringify(value), found.length === 0));
    }
  };
  let at = 0;
  for (const wording of WORDINGS)
    for (const carrier of [...TEXT_CARRIERS, ...VALUE_CARRIERS]) {
      const { source } = guards[at % guards.length] ?? { source: SOURCES[0] as GuardSource };
      const lie = source.lies[Math.floor(at / 7) % source.lies.length] ?? "";
      send(
        `${wording.name}, ${carrier.name}`,
        carrier.carry(wording.word(lie, source)),
        at,
        VALUE_CARRIERS.includes(carrier),
      );
      at += 1;
    }
  for (const [kind, record] of RECORDS.entries())
    for (const [index, { source }] of guards.entries())
      send(`record ${kind}`, record(source.person), index, true);
  return rows;
}

/** Honest restatements, each as a text: a hit when it leaves as it was written. */
export function honestTexts(): CorpusRow[] {
  return SOURCES.flatMap((source) => {
    const guard = guardOf(source);
    return honestSentences(source).map((text) =>
      row(
        source.person,
        text,
        guard.verify(text).every(({ verdict }) => verdict === "supported" || verdict === "exempt"),
      ),
    );
  });
}

/** Whole mails, posts, pages and tickets: a hit when the call would be made. */
export function honestWrites(): CorpusRow[] {
  return HONEST_DOCUMENTS.map(({ name, tool, args, said }) => {
    const source = SOURCES.find(({ person }) => person === name) as GuardSource;
    const guard = guardOf(source, said);
    const identifiers = WRITE_TOOLS.find((one) => one.tool.name === tool)?.tool.identifiers ?? [];
    return row(tool, JSON.stringify(args), guard.unsupportedIn(args, identifiers).length === 0);
  });
}

/** Denials of what the evidence answers, and of what it does not. */
export function denials(kind: "answered" | "unanswered"): CorpusRow[] {
  return DENIAL_CASES.flatMap(({ query, said, source, wordings, premises, language, ...denied }) => {
    const guard = guardFor(query, [said], [{ title: "Mara Holt", snippets: [source] }]);
    const leaves = (text: string) =>
      guard.verify(text).every(({ verdict }) => verdict === "supported" || verdict === "exempt");
    const isFalse = kind === "answered";
    const texts = [
      ...worded(wordings, denied[kind]),
      ...(isFalse ? [...worded(wordings, { clauses: premises, nouns: [] }), ...BARE_DENIALS] : []),
    ];
    return texts.map((text) => row(language, text, leaves(text)));
  });
}

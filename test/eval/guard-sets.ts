import { SentenceStream, splitSentences } from "@plumbline/grounding/guard";
import type { GuardInput } from "./product.ts";
import { type DataFolder, type FileName, type Row, type RowOf, sampleRows } from "./rows.ts";

export const GUARD_SETS = ["bios", "bios_search_writer", "rag", "wice", "expertqa"] as const;
export type GuardSet = (typeof GUARD_SETS)[number];

/** A sentence, and whether people found it supported by its evidence. */
export interface LabelledSentence {
  id: string;
  /** As it stands in the answer, with the white space before it. */
  written: string;
  supported: boolean;
}

/** An answer that a model wrote, and the evidence that people judged it against. */
export interface LabelledAnswer {
  id: string;
  group: string;
  input: GuardInput;
  sentences: readonly LabelledSentence[];
}

/**
 * The answers of a set, those over the same evidence with the same `input`. Biographies are judged sentence
 * by sentence.
 */
export function labelledAnswers(data: DataFolder, set: GuardSet, sample?: number): LabelledAnswer[] {
  switch (set) {
    case "bios":
      return biographies(data, ({ system }) => system !== SEARCH_WRITER, sample);
    case "bios_search_writer":
      return biographies(data, ({ system }) => system === SEARCH_WRITER, sample);
    case "rag":
      return sampleRows(data.rows("guard_rag"), sample).map(response);
    case "wice":
      return sampleRows(data.rows("guard_wice"), sample).map(claim);
    case "expertqa":
      return sampleRows(data.rows("guard_expertqa"), sample).map(expertClaim);
  }
}

export const FILES_OF_SET: Readonly<Record<GuardSet, readonly FileName[]>> = {
  bios: ["guard_bios", "guard_bios_sources"],
  bios_search_writer: ["guard_bios", "guard_bios_sources"],
  rag: ["guard_rag"],
  wice: ["guard_wice"],
  expertqa: ["guard_expertqa"],
};

/** The writer that had read what a search engine found; the others wrote from memory. */
const SEARCH_WRITER = "PerplexityAI";
const SNIPPET_CHARACTERS = 1_000;

function biographies(
  data: DataFolder,
  isWanted: (row: RowOf<"guard_bios">) => boolean,
  sample: number | undefined,
): LabelledAnswer[] {
  const inputs = new Map(
    data.rows("guard_bios_sources").map(({ value: { topic, text } }): [string, GuardInput] => {
      const query = `Tell me a bio of ${topic}.`;
      return [
        topic,
        { query, said: [query], pages: [{ title: topic, snippets: snippetsOf(articleText(text)) }] },
      ];
    }),
  );
  const wanted = data.rows("guard_bios").filter(({ value }) => isWanted(value));
  return sampleRows(wanted, sample).flatMap(({ id, value: { topic, sentence, supported } }) => {
    const input = inputs.get(topic);
    return input === undefined
      ? []
      : [{ id, group: topic, input, sentences: [{ id, written: sentence, supported }] }];
  });
}

/** An article without the marks of its store. */
function articleText(text: string): string {
  return text
    .replaceAll("####SPECIAL####SEPARATOR####", "")
    .replaceAll(/<\/?s>/g, " ")
    .trim();
}

/** Whole sentences, as many as a snippet takes. */
function snippetsOf(text: string): string[] {
  const snippets: string[] = [];
  let snippet = "";
  for (const sentence of splitSentences(text)) {
    if (snippet !== "" && snippet.length + sentence.length > SNIPPET_CHARACTERS) {
      snippets.push(snippet);
      snippet = "";
    }
    snippet += snippet === "" ? sentence : ` ${sentence}`;
  }
  return snippet === "" ? snippets : [...snippets, snippet];
}

/**
 * A response to a question over passages; a sentence that shares a character with an unsupported span is
 * unsupported.
 */
function response({ id, value }: Row<RowOf<"guard_rag">>): LabelledAnswer {
  const { source_id: group, query, passages, unsupported_spans: spans } = value;
  const texts = passages.split(/\n*passage \d+:/).filter((text) => text.trim() !== "");
  const stream = new SentenceStream();
  let end = 0;
  const sentences = [...stream.push(value.response), ...stream.end()].map(({ before, text }, index) => {
    const start = end + before.length;
    end = start + text.length;
    const supported = !spans.some((span) => span.start < end && span.end > start);
    return { id: `${id}#${index}`, written: before + text, supported };
  });
  const pages = texts.map((text) => ({ title: "", snippets: [text.trim()] }));
  return { id, group, input: { query, said: [query], pages }, sentences };
}

function claim({ id, value }: Row<RowOf<"guard_wice">>): LabelledAnswer {
  const [head = "", ...rest] = value.evidence;
  const title = head.replace("(meta data) TITLE: ", "");
  const pages = [{ title, snippets: snippetsOf(rest.join(" ")) }];
  const supported = value.label === "supported";
  return {
    id,
    group: value.claim,
    input: { query: title, said: [], pages },
    sentences: [{ id, written: value.claim, supported }],
  };
}

function expertClaim({ id, value }: Row<RowOf<"guard_expertqa">>): LabelledAnswer {
  const { question, evidence, support } = value;
  const pages = evidence.map((text) => ({ title: "", snippets: [text.replace(/^\[\d+\]\s*\S+\s*/, "")] }));
  return {
    id,
    group: question,
    input: { query: question, said: [question], pages },
    sentences: [{ id, written: value.claim, supported: support === "Complete" }],
  };
}

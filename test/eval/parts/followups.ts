import { stemmer } from "@orama/stemmers/english";
import { decideGrounding } from "@plumbline/grounding/gate";
import type { JudgedRow, Measurement } from "../figures.ts";
import type { Part } from "../part.ts";
import { questionText } from "../product.ts";
import { type DataFolder, sampleRows } from "../rows.ts";

/** Every turn of the conversations needs research. */
export const gateFollowups: Part = {
  title: "gate",
  files: ["followups"],
  names: () => ["gate.recall.followups"],
  measure({ data, sample }) {
    const rows = turns(data, sample).map(({ id, conversation, prompt, earlier }): JudgedRow => {
      const history = earlier.map((content) => ({ role: "user", content }));
      return {
        id,
        group: conversation,
        hit: decideGrounding({ prompt, conversation: history }).requiresGrounding,
      };
    });
    return [{ name: "gate.recall.followups", kind: "share", better: "more", rows }];
  },
};

/**
 * The part that measures whether a follow-up's question gets the words that a person added to make it stand
 * alone.
 */
export const questionFollowups: Part = {
  title: "question",
  files: ["followups"],
  names: () => ["question.followups.all_words", "question.followups.any_word"],
  measure({ data, sample }) {
    const judged = turns(data, sample).flatMap(({ id, conversation, prompt, rewrite, earlier }) => {
      const said = contentStems(prompt);
      const added = [...contentStems(rewrite)].filter((word) => !said.has(word));
      if (added.length === 0) return [];
      const asked = contentStems(questionText(prompt, earlier));
      const found = added.filter((word) => asked.has(word)).length;
      return [{ id, group: conversation, all: found === added.length, any: found > 0 }];
    });
    const share = (name: string, hit: (row: (typeof judged)[number]) => boolean): Measurement => ({
      name: `question.followups.${name}`,
      kind: "share",
      better: "more",
      rows: judged.map((row) => ({ id: row.id, group: row.group, hit: hit(row) })),
    });
    return [share("all_words", ({ all }) => all), share("any_word", ({ any }) => any)];
  },
};

/** The sample draws whole conversations: a turn is nothing without those before it. */
function turns(data: DataFolder, sample: number | undefined) {
  const conversations = sampleRows(data.rows("followups"), sample);
  return conversations.flatMap(({ id, value: { conversation, turns } }) =>
    turns.map(({ prompt, rewrite }, at) => ({
      id: `${id}:${at}`,
      conversation,
      prompt,
      rewrite,
      earlier: turns.slice(0, at).map((turn) => turn.prompt),
    })),
  );
}

/**
 * Words that a rewrite may add without adding anything to search for. Not the product's list: a measure must
 * not move with it.
 */
const STOP_WORDS = new Set(
  (
    "a about above after again all also am among an and any are as at be because been before being below between both but by can could " +
    "d did do does doing down during each few for from further get give had has have having he her here hers him his how i if in into is " +
    "it its just ll m may me might more most much my no nor not now of off on once one ones only or other our out over own please re s " +
    "same shall she should so some such t tell than that the their them then there these they this those through to too under until " +
    "up us ve very was we were what when where which while who whom whose why will with would you your"
  ).split(" "),
);

function contentStems(text: string): Set<string> {
  const words =
    text
      .normalize("NFKD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !STOP_WORDS.has(word)).map(stemmer));
}

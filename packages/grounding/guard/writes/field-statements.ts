import { judgeSentence } from "../judge-sentence.ts";
import type { Judgement } from "../judgement.ts";
import { isPastForm } from "../paraphrase/past-forms.ts";
import { ReadSentence } from "../paraphrase/read-sentence.ts";
import type { WriteEvidence } from "./judge-line.ts";
import { type RecordSubject, splitKey } from "./record-subject.ts";

/** Kinds of fields, with the sentences that a source would use. S is the subject, V the value. */
const FORMS: readonly { field: RegExp; says: readonly string[] }[] = [
  {
    field: /^(?:role|title|job|job ?title|occupation|profession|position|nationality|known for|type|status)$/,
    says: ["S is V", "S was V", "S is a V", "S was a V", "S is an V", "S was an V", "S was the V"],
  },
  {
    field: /^(?:description|industry|category|kind)$/,
    says: ["S is V", "S is a V", "S is an V", "S was a V"],
  },
  {
    field: /^(?:company|employer|organi[sz]ation|works (?:at|for))$/,
    says: ["S works at V", "S worked at V", "S works for V", "S worked for V"],
  },
  {
    field: /^(?:team|club)$/,
    says: ["S plays for V", "S played for V", "S is a member of V"],
  },
  {
    field: /^(?:born|birth|birthday|date of birth|birth ?date|birth ?year|birth ?place|place of birth)$/,
    says: ["S was born in V", "S was born on V"],
  },
  {
    field: /^(?:died|death|date of death|death ?date|death ?year)$/,
    says: ["S died in V", "S died on V"],
  },
  {
    field: /^(?:city|country|place|location|home|residence|address|headquarters)$/,
    says: ["S lives in V", "S lived in V", "S is based in V", "S is in V"],
  },
  { field: /^(?:founders?|founded by)$/, says: ["S was founded by V", "V founded S"] },
  { field: /^(?:founded|foundation|founding|founding (?:date|year))$/, says: ["S was founded in V"] },
  { field: /^(?:owners?|parent|parent company|owned by)$/, says: ["V owns S", "S is owned by V"] },
  {
    field: /^(?:authors?|writers?|written by)$/,
    says: ["V wrote S", "S was written by V"],
  },
  { field: /^(?:designers?|architects?|designed by)$/, says: ["V designed S", "S was designed by V"] },
  { field: /^(?:editors?|edited by)$/, says: ["V edited S", "V edits S", "S was edited by V"] },
  { field: /^(?:publishers?|published by)$/, says: ["V published S", "S was published by V"] },
  { field: /^(?:directors?|directed by)$/, says: ["V directed S", "S was directed by V"] },
  { field: /^(?:makers?|manufacturers?|vendor|made by)$/, says: ["V makes S", "S is made by V"] },
  {
    field: /^(?:ceo|chief executive(?: officer)?)$/,
    says: ["V is the CEO of S"],
  },
  { field: /^(?:winners?|won by)$/, says: ["V won S", "V won the S"] },
  { field: /^(?:price|cost|costs)$/, says: ["S costs V", "S cost V"] },
  { field: /^(?:weight|mass)$/, says: ["S weighs V"] },
  { field: /^length$/, says: ["S is V long"] },
  { field: /^height$/, says: ["S is V high", "S is V tall"] },
  { field: /^(?:employees|staff|headcount)$/, says: ["S employs V people", "S has V employees"] },
  { field: /^licen[cs]e$/, says: ["S is released under the V licence", "S is licensed under V"] },
  { field: /^(?:language|programming language)$/, says: ["S is written in V", "S was written in V"] },
];
/** Sentences for any field, accepted only if the source contains the words of the key (K). */
const NOUN_FORMS = ["S K V", "S’s K was V", "S’s K is V"];
const NAME_FORMS = ["V is the K of S", "V was the K of S"];
const PAST_FORMS = ["S was K V", "S was K in V", "S was K on V", "S was K by V", "S K in V", "S K on V"];
const ASSERTED = ["S was K", "S is K", "S K", "S was a K"];
const DENIED = ["S was not K", "S is not K", "S was never K"];

/** Returns whether a key only labels its value ("role") and asserts nothing itself, unlike "won". */
export function isFieldName(key: string): boolean {
  return FORMS.some(({ field }) => field.test(key.toLowerCase()));
}

/** A sentence that a source would use for a field, and the words that the source must contain. */
interface Statement {
  text: string;
  needs: readonly string[];
}

function listStatements(subject: string, key: string, value: string | number | boolean): Statement[] {
  const slots: Record<string, string> = { S: subject, K: key, V: String(value) };
  const fillForms = (forms: readonly string[], ...needs: string[]) =>
    forms.map((form) => ({ text: `${form.replace(/\b[SKV]\b/g, (slot) => slots[slot] ?? slot)}.`, needs }));
  if (typeof value === "boolean") return fillForms(value ? ASSERTED : DENIED, key);
  if (key === "") return fillForms(["S V", "S is V", "S was V"], String(value));
  const valueText = String(value);
  const fieldForms = FORMS.filter(({ field }) => field.test(key)).flatMap(({ says }) => says);
  const isPast = isPastForm(key.split(" ")[0] ?? "");
  const isNamed = /^\p{Lu}/u.test(valueText) && !/\d/.test(valueText);
  const general = isPast ? PAST_FORMS : isNamed ? [...NOUN_FORMS, ...NAME_FORMS] : NOUN_FORMS;
  return [...fillForms(fieldForms, valueText), ...fillForms(general, key, valueText)];
}

/**
 * Judges a field of a record against the evidence. `isSupported` is true if one sentence of the evidence
 * states the field with the words of its value. Returns the judgement of that sentence, or otherwise of the
 * nearest.
 */
export function judgeField(
  { name }: RecordSubject,
  keys: readonly string[],
  value: string | number | boolean,
  { evidence }: Pick<WriteEvidence, "evidence">,
): { isSupported: boolean; judgement: Judgement | undefined } {
  let nearest: Judgement | undefined;
  for (const { text, needs } of listStatements(name, keys.flatMap(splitKey).join(" "), value)) {
    const judgement = judgeSentence(text, evidence);
    if (judgement.verdict === "supported" && containsWords(judgement.source?.text, needs))
      return { isSupported: true, judgement };
    if (nearest === undefined || judgement.score > nearest.score) nearest = judgement;
  }
  return { isSupported: false, judgement: nearest };
}

/** Returns whether a source has these words in any inflection. True without a source: verbatim text. */
function containsWords(source: string | undefined, needs: readonly string[]): boolean {
  if (source === undefined) return true;
  const sourceWords = new ReadSentence(source);
  return needs.every((need) =>
    new ReadSentence(need).words.every(
      ({ stop, stem, capital }) =>
        stop || sourceWords.words.some((one) => one.stem === stem && one.capital === capital),
    ),
  );
}

import { detectLanguage } from "../../lexicon/detect-language.ts";
import type { Language } from "../../lexicon/language.ts";
import { ENGLISH, getLexicon } from "../../lexicon/lexicon.ts";
import type { ExpectedAnswer } from "../../question/question.ts";
import {
  ANSWER_FORMS,
  ASKS_BEFORE,
  ASKS_FUTURE,
  ASKS_VENUE,
  DATES_BESIDE,
  TELLS_BEFORE,
  TELLS_FUTURE,
  TELLS_PAST,
  TELLS_VENUE,
} from "./answer-form-patterns.ts";
import type { AskedLifeEvent } from "./life-event.ts";
import type { PageSentence } from "./read-page.ts";

/**
 * Verdict on the form of a sentence as an answer. `lacks`: it cannot answer, as "(born 1961)" cannot say
 * where someone was born. `gives`: it answers although it lacks words of the question.
 */
export type FormVerdict = "gives" | "lacks" | null;

/** Judges one English sentence. */
type JudgeForm = (sentence: PageSentence) => FormVerdict;

/** A rule about the form of an answer, and the languages that it can read. */
export interface AskedForm {
  reads: (language: Language) => boolean;
  judge: (sentence: PageSentence, language: Language) => FormVerdict;
}

interface FormQuestion {
  text: string;
  expected: ExpectedAnswer;
  lifeEvent: AskedLifeEvent | null;
  /** Stems of the name that the question is about. */
  primary: readonly string[] | null;
  ofPerson: boolean;
}

/** Returns the forms that the answer of an English question must have. Empty if any form will do. */
export function findAskedForms({ text, expected, lifeEvent, primary, ofPerson }: FormQuestion): AskedForm[] {
  const forms = ANSWER_FORMS.filter(
    (form) => form.asks.test(text) && (ofPerson || form.ofPerson !== true),
  ).map(({ gives, settles }) =>
    judgeEnglish((sentence) => (!gives.test(sentence.text) ? "lacks" : settles ? "gives" : null)),
  );
  if (ENGLISH.asksCause.test(text))
    forms.push({ reads: (language) => getLexicon(language).deathCauses !== undefined, judge: judgeCause });
  if (ASKS_FUTURE.test(text)) forms.push(judgeEnglish(judgeFuture(ASKS_VENUE.test(text))));
  if (ASKS_BEFORE.test(text) && primary !== null) forms.push(judgeEnglish(judgeBefore(primary)));
  const asksLife = lifeEvent?.events.some((event) => event === "birth" || event === "death") === true;
  if (expected === "date" && !asksLife) forms.push(judgeEnglish(judgeDate));
  return forms;
}

function judgeEnglish(judge: JudgeForm): AskedForm {
  return { reads: (language) => language === "en", judge };
}

/** Returns the verdict of the forms on a sentence. A sentence that lacks any of them does not answer. */
export function judgeForms(forms: readonly AskedForm[], sentence: PageSentence): FormVerdict {
  if (forms.length === 0) return null;
  const language = detectLanguage(sentence.text) ?? "en";
  const verdicts = forms.flatMap((form) => (form.reads(language) ? [form.judge(sentence, language)] : []));
  return verdicts.find((one) => one === "lacks") ?? verdicts.find((one) => one === "gives") ?? null;
}

/** Returns `lacks` for a sentence that only has dates, which do not say how someone died. */
function judgeCause({ text }: PageSentence, language: Language): FormVerdict {
  return getLexicon(language).deathCauses?.test(text) === false ? "lacks" : null;
}

function judgeFuture(asksVenue: boolean): JudgeForm {
  return ({ text }) => {
    if (asksVenue && TELLS_VENUE.test(text)) return "gives";
    return TELLS_PAST.test(text) && !TELLS_FUTURE.test(text) ? "lacks" : null;
  };
}

/** Maximum number of words after "succeeding" in which the predecessor is named. */
const NAME_REACH = 3;

/**
 * Judges sentences about predecessors: "Ada Moss, succeeding Tom Hale" says who preceded Ada Moss, and not
 * who preceded Tom Hale.
 */
function judgeBefore(primary: readonly string[]): JudgeForm {
  return ({ text, words }) => {
    const found = TELLS_BEFORE.exec(text);
    if (found === null) return null;
    const end = found.index + found[0].length;
    const behind = words.filter(({ start }) => start >= end).slice(0, NAME_REACH);
    return behind.some(({ stem }) => stem === primary.at(-1)) ? "lacks" : "gives";
  };
}

const DATE = /(?<!\p{Nd})(?:1\d{3}|20\d{2})(?!\p{Nd})/u;

/** Judges dates: the year of a birth in brackets, or "as of 2026", is not the date of anything else. */
function judgeDate({ text }: PageSentence): FormVerdict {
  return DATE.test(text) && !DATE.test(text.replace(DATES_BESIDE, " ")) ? "lacks" : null;
}

import { ASKS_CAUSE, DEATH_CAUSES } from "../../lexicon/death-causes.ts";
import { detectLanguage } from "../../lexicon/detect-language.ts";
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
} from "../../lexicon/en/answer-forms.ts";
import type { Language } from "../../lexicon/language.ts";
import type { ExpectedAnswer } from "../../question/question.ts";
import type { AskedLifeEvent } from "./life-event.ts";
import type { PageSentence } from "./read-page.ts";

/**
 * Says of a sentence whether it has the form of an answer. `lacks`: it cannot answer, as "(born 1961)" cannot
 * say where somebody was born. `gives`: it answers although it lacks words of the question.
 */
export type FormVerdict = "gives" | "lacks" | null;

/** Judges one sentence; its text is in English. */
type JudgeForm = (sentence: PageSentence) => FormVerdict;

/** A rule about the form of an answer, and the languages whose sentences it can read. */
export interface AskedForm {
  reads: (language: Language) => boolean;
  judge: (sentence: PageSentence, language: Language) => FormVerdict;
}

interface FormQuestion {
  text: string;
  expected: ExpectedAnswer;
  lifeEvent: AskedLifeEvent | null;
  /** The name the question is about, as stems. */
  primary: readonly string[] | null;
  ofPerson: boolean;
}

/** Returns what form the answer of an English question must have; none where any will do. */
export function findAskedForms({ text, expected, lifeEvent, primary, ofPerson }: FormQuestion): AskedForm[] {
  const forms = ANSWER_FORMS.filter(
    (form) => form.asks.test(text) && (ofPerson || form.ofPerson !== true),
  ).map(({ gives, settles }) =>
    inEnglish((sentence) => (!gives.test(sentence.text) ? "lacks" : settles ? "gives" : null)),
  );
  if (ASKS_CAUSE.test(text)) forms.push({ reads: (language) => language in DEATH_CAUSES, judge: judgeCause });
  if (ASKS_FUTURE.test(text)) forms.push(inEnglish(judgeFuture(ASKS_VENUE.test(text))));
  if (ASKS_BEFORE.test(text) && primary !== null) forms.push(inEnglish(judgeBefore(primary)));
  const asksLife = lifeEvent?.events.some((event) => event === "birth" || event === "death") === true;
  if (expected === "date" && !asksLife) forms.push(inEnglish(judgeDate));
  return forms;
}

function inEnglish(judge: JudgeForm): AskedForm {
  return { reads: (language) => language === "en", judge };
}

/** Returns what the forms say of a sentence: one that lacks any of them does not answer. */
export function judgeForms(forms: readonly AskedForm[], sentence: PageSentence): FormVerdict {
  if (forms.length === 0) return null;
  const language = detectLanguage(sentence.text) ?? "en";
  const verdicts = forms.flatMap((form) => (form.reads(language) ? [form.judge(sentence, language)] : []));
  return verdicts.find((one) => one === "lacks") ?? verdicts.find((one) => one === "gives") ?? null;
}

/** Dates alone do not say how somebody died. */
function judgeCause({ text }: PageSentence, language: Language): FormVerdict {
  return DEATH_CAUSES[language]?.test(text) === false ? "lacks" : null;
}

function judgeFuture(asksVenue: boolean): JudgeForm {
  return ({ text }) => {
    if (asksVenue && TELLS_VENUE.test(text)) return "gives";
    return TELLS_PAST.test(text) && !TELLS_FUTURE.test(text) ? "lacks" : null;
  };
}

/** Words behind "succeeding" within which the one who went before is named. */
const NAME_REACH = 3;

/**
 * "Ada Moss, succeeding Tom Hale" says who was before Ada Moss, and not who was before Tom Hale.
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

/** The year of a birth in brackets, or "as of 2026", is not when anything else happened. */
function judgeDate({ text }: PageSentence): FormVerdict {
  return DATE.test(text) && !DATE.test(text.replace(DATES_BESIDE, " ")) ? "lacks" : null;
}

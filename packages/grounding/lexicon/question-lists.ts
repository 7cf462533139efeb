import { question as arabic } from "./ar/question.ts";
import { question as german } from "./de/question.ts";
import { question as english } from "./en/question.ts";
import { question as spanish } from "./es/question.ts";
import { question as french } from "./fr/question.ts";
import { question as italian } from "./it/question.ts";
import { question as japanese } from "./ja/question.ts";
import { question as korean } from "./ko/question.ts";
import type { Language } from "./language.ts";
import { question as dutch } from "./nl/question.ts";
import { question as portuguese } from "./pt/question.ts";
import type { QuestionLexicon } from "./question-lexicon.ts";
import { question as russian } from "./ru/question.ts";
import { question as turkish } from "./tr/question.ts";
import { question as chinese } from "./zh/question.ts";
export const LEXICONS: Readonly<Record<Language, QuestionLexicon>> = {
  en: english,
  de: german,
  es: spanish,
  ru: russian,
  tr: turkish,
  ar: arabic,
  zh: chinese,
  fr: french,
  it: italian,
  pt: portuguese,
  nl: dutch,
  ja: japanese,
  ko: korean,
};

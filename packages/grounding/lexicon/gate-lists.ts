import { GATE as ar } from "./ar/gate.ts";
import { GATE as de } from "./de/gate.ts";
import { GATE as en } from "./en/gate.ts";
import { GATE as es } from "./es/gate.ts";
import { GATE as fr } from "./fr/gate.ts";
import type { GateWords } from "./gate-words.ts";
import { GATE as it } from "./it/gate.ts";
import { GATE as ja } from "./ja/gate.ts";
import { GATE as ko } from "./ko/gate.ts";
import type { Language } from "./language.ts";
import { GATE as nl } from "./nl/gate.ts";
import { GATE as pt } from "./pt/gate.ts";
import { GATE as ru } from "./ru/gate.ts";
import { GATE as tr } from "./tr/gate.ts";
import { GATE as zh } from "./zh/gate.ts";
/** The words of the gate by language. */
export const GATE_WORDS: Readonly<Record<Language, GateWords>> = {
  en,
  de,
  es,
  fr,
  it,
  pt,
  nl,
  ru,
  tr,
  ar,
  zh,
  ja,
  ko,
};

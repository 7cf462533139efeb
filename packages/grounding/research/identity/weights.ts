import type { PairWeights } from "./pair-features.ts";

/**
 * Lists how much each feature of a pair of passages speaks for two people, in log-odds. Learned by
 * test/learn/learn-identity.ts from AmbigBio's passages (names.jsonl, people.jsonl) and the sandbox's own
 * pages; no text of them is in it.
 */
export const WEIGHTS: PairWeights = {
  always: -2.287,
  birthsDiffer: 2.318,
  birthsAgree: -1.614,
  deathsDiffer: 0.845,
  deathsAgree: -0.948,
  livesExclude: 0.912,
  beforeLife: 3.564,
  afterLife: 1.857,
  yearsApart: 1.151,
  yearGap: 0.718,
  yearsShared: 0.184,
  yearsMissing: 1.056,
  otherLine: 0.151,
  otherField: 1.092,
  sameRole: 0.008,
  fieldsUnlike: 0.569,
  fieldsUnlikeLong: 0.488,
  fieldsUnlikeSure: 1.467,
  fieldsMissing: 0.28,
  countriesDiffer: 1.526,
  countryAgrees: 0.742,
  placesUnlike: 0.498,
  placesUnlikeSure: 1.853,
  placesMissing: 0.504,
  wordsShared: -1.762,
  wordsSharedRoot: -2.382,
  rareShared: -0.855,
  namesShared: -1.268,
  pronounsDiffer: 0.81,
  pronounsAgree: 0.794,
  middlesDiffer: 1.333,
  middlesAgree: -0.14,
  oneMiddle: 0.393,
  shorter: 0.02,
};

import { expect, it } from "vitest";
import { LANGUAGES } from "../../../packages/grounding/lexicon/language.ts";
import { getLexicon } from "../../../packages/grounding/lexicon/lexicon.ts";

const OPTIONAL = ["slots", "endings"];

it.each(LANGUAGES)("the file of %s has the sections and lists of the English one", (language) => {
  const [english, own] = [getLexicon("en"), getLexicon(language)];
  expect(Object.keys(own).filter((section) => !OPTIONAL.includes(section))).toEqual(
    Object.keys(english).filter((section) => !OPTIONAL.includes(section)),
  );
  for (const section of ["words", "people", "lifeEvents", "gate"] as const)
    expect(Object.keys(own[section])).toEqual(Object.keys(english[section]));
});

it.each(LANGUAGES)("text between slashes in the file of %s is a pattern", (language) => {
  const { page } = getLexicon(language).words;
  expect(page.notices).toBeInstanceOf(RegExp);
  expect(page.noticeOpenings.flags).toMatch(/^u?$/);
  expect(getLexicon(language).orders.toMachines).toBeInstanceOf(RegExp);
  expect(JSON.stringify(getLexicon(language))).not.toMatch(/"\/[^"]*\/[a-z]*"/);
});

import type { GateRule } from "../rule.ts";

/** A proper name of two words or more that reads like a person's. */
export const namesAPerson: GateRule = {
  reason: "names_a_person",
  weight: 2,
  applies: ({ people }) => people.some(({ capitals }) => capitals),
};

/** Any other proper name: a work, a place, an organisation. */
export const namesSomething: GateRule = {
  reason: "names_something",
  weight: 1,
  applies: ({ names, text }) =>
    names.some((name) => name.start > 0 || name.text.includes(" ") || text.length === name.end),
};

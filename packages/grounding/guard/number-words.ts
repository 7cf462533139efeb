const list = (text: string) => text.split(" ");

const UNITS = list(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
);
const TENS = list("twenty thirty forty fifty sixty seventy eighty ninety");
const ORDINAL_UNITS = list(
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth",
);
const ORDINAL_TENS = list("twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth");

/** Words for numbers up to 99, cardinal and ordinal. */
export const SMALL_NUMBERS: ReadonlyMap<string, number> = new Map([
  ...[UNITS, ORDINAL_UNITS].flatMap((words) => words.map((word, value): [string, number] => [word, value])),
  ...[TENS, ORDINAL_TENS].flatMap((words) =>
    words.map((word, at): [string, number] => [word, (at + 2) * 10]),
  ),
]);

/** Words that multiply the number before them. */
export const SCALES: ReadonlyMap<string, number> = new Map([
  ["hundred", 100],
  ["thousand", 1_000],
  ["million", 1_000_000],
  ["billion", 1_000_000_000],
  ["trillion", 1_000_000_000_000],
]);

/** Number words that usually state no number: "one of them", "for the first time", "a second later". */
export const LOOSE_WORDS: ReadonlySet<string> = new Set(["zero", "one", "first", "second"]);

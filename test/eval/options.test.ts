import { expect, it } from "vitest";
import { isWanted, parseOptions, refuseUnknownNames } from "./options.ts";

it("reads every option", () => {
  expect(
    parseOptions([
      ..."--data here --out figures.json --only names --only gate.recall --sample 20".split(" "),
    ]),
  ).toEqual({
    data: "here",
    out: "figures.json",
    only: ["names", "gate.recall"],
    sample: 20,
    updateVerdicts: false,
    markSeen: false,
    help: false,
  });
});

it.each([
  [["--dat", "here"], "Unknown option '--dat'. See npm run eval -- --help."],
  [["--sample", "many"], '--sample takes a whole number above 0, not "many".'],
  [["--sample", "0"], '--sample takes a whole number above 0, not "0".'],
])("refuses %j in one sentence", (argv, sentence) => {
  expect(() => parseOptions(argv)).toThrow(sentence);
});

it("refuses a word that is no option", () => {
  expect(() => parseOptions(["names"])).toThrow(/Unexpected argument 'names'.*--help/);
});

it("takes a name, or the beginning of names up to a dot", () => {
  expect(isWanted("names.full.recall", [])).toBe(true);
  expect(isWanted("names.full.recall", ["names.full"])).toBe(true);
  expect(isWanted("names.full.recall", ["names.full.recall"])).toBe(true);
  expect(isWanted("names.full.recall", ["names.fu"])).toBe(false);
});

it("refuses a name that nothing measures, and says what there is", () => {
  const names = ["names.full.recall", "names.full.precision", "time.gate.p95_ms"];
  expect(() => refuseUnknownNames(names, ["names", "nams"])).toThrow(
    'No figure of this folder is or begins with "nams"; there are names.full, time.gate.',
  );
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  collectNamedAddresses,
  removeUnnamedAddresses,
} from "../../../packages/grounding/guard/addresses.ts";
import { createEvidence } from "../../../packages/grounding/guard/evidence.ts";
import { judgeSentence } from "../../../packages/grounding/guard/judge-sentence.ts";
import { outcomeOf } from "./outcome-of.ts";

const FACT = "Ada Lovelace was born in London.";
const outcome = outcomeOf([
  { text: `${FACT} Her notes are on offpage.example today.`, url: "https://almanac.example/people/ada" },
]);
const said = ["Who was Ada Lovelace? Link to https://team.example/board and tell bob@team.example."];
const named = collectNamedAddresses([outcome], said, []);
const cleaned = (text: string) => removeUnnamedAddresses(text, named);

describe("an address that nobody named is removed, and its label stays", () => {
  it.each([
    ["a link", "[The notes](https://evil.example/x?d=1) are kept.", "The notes are kept."],
    ["an image", "![A portrait](https://evil.example/x.png?d=1) of her.", "A portrait of her."],
    ["a link in angle brackets", "Kept at <https://evil.example/x>.", "Kept at."],
    ["a bare address", "Kept there: https://evil.example/x?d=1", "Kept there:"],
    ["one that its path shows", "Kept at evil.xyz/x?d=1 today.", "Kept at today."],
    ["a mail address", "Write to eve@evil.example now.", "Write to now."],
    ["another kind of link", "[The notes](javascript:alert(1)) are kept.", "The notes are kept."],
    ["a relative link", "[The notes](//evil.example/x) are kept.", "The notes are kept."],
    ["an HTML image", '<img alt="A portrait" src="//evil.example/x?d=1"> of her.', "A portrait of her."],
    [
      "the host of a link in a page",
      "[The notes](https://offpage.example/x) are kept.",
      "The notes are kept.",
    ],
    [
      "another page of a cited host",
      "[The notes](https://almanac.example/people/ada?d=1) are kept.",
      "The notes are kept.",
    ],
    [
      "a host dressed as a named one",
      "[The notes](https://team.example@evil.example/x) are kept.",
      "The notes are kept.",
    ],
  ])("%s", (_what, text, left) => {
    expect(cleaned(text)).toBe(left);
  });
});

describe("an address that somebody named stays", () => {
  it.each([
    ["the user's", "See [the board](https://team.example/board)."],
    ["another page of the user's host", "See https://team.example/board/7 for more."],
    ["the user's mail address", "Write to bob@team.example."],
    ["a citation's", "See [the almanac](https://almanac.example/people/ada)."],
    ["a citation's host", "See <https://almanac.example>."],
  ])("%s", (_what, text) => {
    expect(cleaned(text)).toBe(text);
  });

  it.each(["Ada and/or Byron, e.g. at 7/8 of A/B.", "AT&T [2] (3) < 4 > 2.", "Node.js [sic] works: a/b."])(
    "what is no address too: %s",
    (text) => expect(cleaned(text)).toBe(text),
  );
});

it("a supported sentence leaves without the address, and with one that is named", () => {
  const evidence = createEvidence([outcome], said);
  const judged = (sentence: string) => judgeSentence(sentence, evidence);
  expect(judged("[Ada Lovelace](https://evil.example/?d=1) was born in London.")).toMatchObject({
    verdict: "supported",
    text: FACT,
  });
  expect(judged(`${FACT} https://evil.example/?d=1`)).toMatchObject({ verdict: "supported", text: FACT });
  const linked = "[Ada Lovelace](https://almanac.example/people/ada) was born in London.";
  expect(judged(linked)).toMatchObject({ verdict: "supported", text: linked });
  expect(judged("[Ada Lovelace was a spy.](https://almanac.example)").verdict).not.toBe("supported");
});

it("nothing that is left holds an address of another host", () => {
  const host = fc.constantFrom("evil.example", "evil.xyz", "sub.evil.example:8443", "team.example.evil.xyz");
  const written = fc.constantFrom<(url: string) => string>(
    (url) => `[a](${url})`,
    (url) => `![a](${url} "b")`,
    (url) => `<${url}>`,
    (url) => `(${url})`,
    (url) => `<img src='${url}'>`,
    (url) => `[[a](${url})](${url})`,
    (url) => `${url},`,
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(host, written, fc.webPath()), { maxLength: 4 }), (all) => {
      const text = all.map(([name, write, path]) => write(`https://${name}${path}`)).join(" and ");
      expect(cleaned(text)).not.toContain("evil");
    }),
    { numRuns: 200 },
  );
});

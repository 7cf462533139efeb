import { expect, test } from "vitest";
import { nameCandidates } from "../../packages/console/src/quoting/candidate-names.ts";

const page = (title: string, at: number) => ({ url: `https://a.example/${at}`, domain: "a.example", title });

test("a title that another one begins with gets words of its page, and no other", () => {
  const outcome = {
    refusal_reason:
      "The sources describe 2 different people. Which one do you mean? (1) “Steve McQueen (director)”, a.example: " +
      "Steve McQueen directed Hunger. (2) “Steve McQueen”, a.example: Steve McQueen (1930–1980) was an American actor " +
      "who was nicknamed the King of Cool. Please ask again with an employer, a role or a location.",
    disambiguation_candidates: [page("Steve McQueen (director)", 1), page("Steve McQueen", 2)],
  };
  expect(nameCandidates(outcome)).toMatchObject([
    { name: "Steve McQueen (director)", told: "Steve McQueen directed Hunger." },
    {
      name: "Steve McQueen, an American actor",
      told: "Steve McQueen (1930–1980) was an American actor who was nicknamed the King of Cool.",
    },
  ]);
});

test("a title stays alone where the refusal tells nothing of its page", () => {
  const disambiguation_candidates = [page("Ada", 1), page("Ada", 2)];
  const named = nameCandidates({ refusal_reason: "Which one?", disambiguation_candidates });
  expect(named.map(({ name, told }) => [name, told])).toEqual([
    ["Ada", ""],
    ["Ada", ""],
  ]);
});

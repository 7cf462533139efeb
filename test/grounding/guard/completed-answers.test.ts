import { describe, expect, it } from "vitest";
import { AnswerGuard } from "../../../packages/grounding/guard/answer-guard.ts";
import { outcomeOf } from "./outcome-of.ts";

const FOUNDED = "Orbia was founded in 1953 by Karl Voss.";
const LED = "Ida Fell, Chair · Otto Braun, Treasurer";
const SALES = "Orbia sold pipes for 412 million euros in 2024.";
const pages = [FOUNDED, LED, SALES].map((text) => ({ title: "Orbia", text }));

function tell(
  answer: string,
  { answering, found = pages }: { answering?: []; found?: typeof pages } = {},
): string {
  const guard = new AnswerGuard([outcomeOf(found, "Orbia")], ["Tell me about Orbia"], {
    ...(answering && { answering }),
  });
  const text = guard.text();
  const pieces = [...text.push(answer), ...text.end()];
  return pieces.flatMap((piece) => (piece.type === "passed" ? [piece.text] : [])).join("");
}

describe("an answer of which sentences are withheld", () => {
  it("ends with the claims that contain their names and numbers", () => {
    expect(tell(`${FOUNDED}\n\nIts treasurer has always been Otto Braun.`)).toBe(`${FOUNDED}\n\n“${LED}”`);
  });

  it("ends with other sentences about the same matter that contain them", () => {
    const answer = `${FOUNDED}\n\nEach year until 2030 Orbia sells pipes for 412 million euros to Oslo.`;
    expect(tell(answer, { answering: [] })).toContain(`“${SALES}”`);
  });

  it.each([
    ["quotes nothing that it has said", `${FOUNDED} Karl Voss never founded Orbia in 1953.`, FOUNDED],
    ["quotes nothing for what no source contains", `${FOUNDED} Orbia is run from Oslo by Eva Lund.`, FOUNDED],
    ["quotes nothing if all of it is supported", FOUNDED, FOUNDED],
    ["leaves an answer that cites nothing to its claims", "Otto Braun has always led Orbia.", ""],
  ])("%s", (_what, answer, told) => {
    expect(tell(answer)).toBe(told);
  });

  it("quotes no pronoun that nothing explains", () => {
    const found = [FOUNDED, "He was convicted of theft in 2004."].map((text) => ({ title: "Orbia", text }));
    expect(tell(`${FOUNDED} Otto Braun never stole in 2004.`, { found })).toBe(FOUNDED);
  });
});

import { verify } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";
import { outcomeOf, refused } from "./outcome-of.ts";

const outcome = outcomeOf(["Ada Lovelace was born in London. She died in 1852.", "She died in 1852."]);

describe("verify", () => {
  it("judges each sentence of a text, and tells where it stands", () => {
    expect(verify("Ada Lovelace was born in London. She died in 1853.  Thank you!", outcome)).toMatchObject([
      {
        text: "Ada Lovelace was born in London.",
        verdict: "supported",
        score: 1,
        outcome: 0,
        citations: [0],
      },
      { text: "She died in 1853.", verdict: "unsupported", outcome: null, citations: [] },
      { text: "Thank you!", verdict: "exempt" },
    ]);
  });

  it("takes several outcomes; what was refused supports nothing", () => {
    expect(verify("She died in 1852.", [refused(outcome), outcome])[0]).toMatchObject({
      outcome: 1,
      citations: [0, 1],
    });
    expect(verify("She died in 1852.", [refused(outcome)])[0]).toMatchObject({ citations: [] });
  });

  it("compares only sentences of up to 2,000 characters, because a page may be one endless sentence", () => {
    const pageOf = (clauses: number) =>
      outcomeOf([`${"The town of Bergen was founded by Ida Klein, and ".repeat(clauses)}it grew.`]);
    const paraphrase = "Ida Klein founded the town of Bergen.";
    expect(verify(paraphrase, pageOf(2))[0]?.verdict).toBe("supported");
    expect(verify(paraphrase, pageOf(400))[0]?.verdict).not.toBe("supported");
  });

  it("says why, in a stable word and a sentence", () => {
    const [dated] = verify("She died in 1853.", outcome);
    expect(dated?.reasons[0]).toEqual({ code: "unknown_date", text: expect.stringContaining("1853") });
  });

  it("lets the user's names be repeated, and no date of the user's", () => {
    expect(verify("Bob Quill knew it.", outcome, { said: ["Tell Bob Quill."] })[0]?.verdict).toBe("unclear");
    expect(verify("It was in 1871.", outcome, { said: ["Was it in 1871?"] })[0]?.verdict).toBe("unsupported");
  });
});

import { Deadline } from "@plumbline/core/clock/clock.ts";
import { ManualClock } from "@plumbline/core/clock/manual-clock.ts";
import { createResearchEngine } from "@plumbline/grounding";
import {
  AnswerGuard,
  AnswerMemory,
  type AskSupport,
  type GuardedPiece,
  verifyWithReader,
} from "@plumbline/grounding/guard";
import type { Reader, ReaderCandidate, ReaderStatement } from "@plumbline/grounding/reader";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type SupportScript,
  sayNo,
  scriptReader,
  scriptSupport,
  supporting,
} from "../../support/scripted-readers.ts";
import { outcomeOf } from "./outcome-of.ts";

const PAGES = [
  "Ada Lovelace was born in London on 10 December 1815. She wrote the first program for a machine of Charles Babbage.",
  "Ada Lovelace died of cancer in 1852, aged 36. Charles Babbage was born in 1791.",
];
const TRUE = "Ada Lovelace was born in London on 10 December 1815.";
/** True, in words that the rules cannot compare. */
const UNCLEAR = "The cancer of which Ada Lovelace died in 1852 ended her life aged 36.";
const LIES = [
  "Ada Lovelace was born in London on 10 December 1816.",
  "Ada Lovelace was not born in London on 10 December 1815.",
  "Charles Babbage died of cancer in 1852, aged 36.",
  "Charles Babbage was born in London on 10 December 1815.",
  "Ada Lovelace was convicted of fraud in 1852.",
];

/** Returns the guard, how it asks the reader, and what was asked. */
function asking(reader: Reader | undefined) {
  const guard = new AnswerGuard([outcomeOf(PAGES)], ["Who was Ada Lovelace?"]);
  const clock = new ManualClock();
  const { support } = createResearchEngine({ backends: [], clock, reader });
  const asked: ReaderStatement[][] = [];
  const ask: AskSupport | undefined =
    support &&
    ((statements, evidence) => {
      asked.push(statements.map((one, at) => ({ ...one, number: at + 1 })));
      return support(statements, evidence, { deadline: Deadline.in(60_000, clock) });
    });
  return { guard, ask, asked };
}

async function told(text: string, reader: Reader | undefined, cut = 7) {
  const { guard, ask, asked } = asking(reader);
  const memory = new AnswerMemory();
  const guarded = ask ? guard.questioned(ask, memory) : guard.text(memory);
  const early: GuardedPiece[] = [];
  for (let at = 0; at < text.length; at += cut) early.push(...guarded.push(text.slice(at, at + cut)));
  const pieces = [...early, ...(await guarded.end())];
  const passed = pieces.flatMap((piece) => (piece.type === "passed" ? [piece.text] : []));
  return { pieces, passed: passed.join(""), early, asked };
}

const sayAll: SupportScript = supporting(({ text }) => LIES.includes(text) || text === UNCLEAR);

describe("a sentence that the rules leave unclear", () => {
  it("leaves in its own words where a reader names the evidence it rests on", async () => {
    expect((await told(UNCLEAR, undefined)).passed).not.toContain(UNCLEAR);
    const { pieces } = await told(
      UNCLEAR,
      scriptSupport(
        "oracle",
        supporting(({ text }) => text === UNCLEAR),
      ),
    );
    expect(pieces).toEqual([
      {
        type: "passed",
        text: UNCLEAR,
        how: "paraphrase",
        outcome: 0,
        citations: [1],
        quote: "Ada Lovelace died of cancer in 1852, aged 36.",
      },
    ]);
  });

  it("holds back what stands behind it until the end, and nothing ahead of it; all are asked for at once", async () => {
    const text = `${TRUE} ${UNCLEAR} Charles Babbage was born in 1791. ${LIES[2]}`;
    const reader = scriptSupport(
      "oracle",
      supporting((one) => one.text === UNCLEAR),
    );
    const { early, passed, asked } = await told(text, reader);
    expect(early).toMatchObject([{ text: TRUE }]);
    expect(passed).toContain(`${TRUE} ${UNCLEAR} Charles Babbage was born in 1791.`);
    expect(asked).toHaveLength(1);
  });

  it("asks nothing where all is clear", async () => {
    const { asked, early } = await told(`${TRUE} Thank you!`, scriptSupport("oracle", sayAll));
    expect(asked).toEqual([]);
    expect(early.length).toBeGreaterThan(0);
  });

  it("stays withheld for a reader that only chooses sentences", async () => {
    expect((await told(UNCLEAR, scriptReader("selects", sayNo))).passed).toBe(
      (await told(UNCLEAR, undefined)).passed,
    );
  });
});

const anyVerdicts =
  (seed: number): SupportScript =>
  (statements, evidence) =>
    statements.map(({ number }, at) => ({
      statement: number,
      verdict: (["supported", "contradicted", "neither"] as const)[Math.abs(seed + at) % 3],
      evidence: evidence
        .slice(Math.abs(seed) % evidence.length)
        .slice(0, 2)
        .map((one) => one.number),
    }));
const hostile = fc.oneof(
  fc.constant(sayAll),
  fc.constant<SupportScript>((statements, evidence) =>
    statements.map(({ number }) => ({
      statement: number,
      verdict: "supported",
      evidence: [evidence[0]?.number ?? 1],
    })),
  ),
  fc.constant(supporting(() => false)),
  fc.integer().map(anyVerdicts),
);
const malformed = fc.oneof(
  fc.anything().map(
    (value): SupportScript =>
      () =>
        value,
  ),
  fc.constantFrom<SupportScript>(
    (statements) =>
      statements.slice(1).map(({ number }) => ({ statement: number, verdict: "supported", evidence: [1] })),
    (statements) =>
      statements.map(({ number }) => ({ statement: number, verdict: "supported", evidence: [] })),
    (statements) =>
      statements.map(({ number }) => ({ statement: number, verdict: "supported", evidence: [99] })),
    (statements) => statements.map(() => ({ statement: 1, verdict: "neither", evidence: [] })),
    (statements) => statements.map(({ number }) => ({ statement: number, verdict: "yes", evidence: [1] })),
  ),
);

/** The ways in which a sentence is judged. Each returns whether it passes. */
const WAYS = {
  "an answer": async (sentence: string, reader: Reader | undefined) =>
    (await told(`${TRUE} ${sentence}`, reader)).passed.includes(sentence),
  "a turn that was not researched": async (sentence: string, reader: Reader | undefined) => {
    const { guard, ask } = asking(reader);
    const guarded = ask ? guard.questioned(ask, undefined, { isScoped: true }) : guard.scoped();
    const pieces = [...guarded.push(sentence), ...(await guarded.end())];
    return pieces.some((piece) => piece.type === "passed" && piece.text === sentence);
  },
  "a check": async (sentence: string, reader: Reader | undefined) => {
    const { ask } = asking(reader);
    const [, judged] = await verifyWithReader(`${TRUE} ${sentence}`, [outcomeOf(PAGES)], ask);
    return judged?.verdict === "supported";
  },
  "a write": async (sentence: string, reader: Reader | undefined) => {
    const { guard, ask } = asking(reader);
    const args = { to: "U1", text: `Hello,\n\n${TRUE} ${sentence}` };
    const found = ask
      ? await guard.unsupportedByReader(ask, args, ["to"])
      : guard.unsupportedIn(args, ["to"]);
    return found.length === 0;
  },
};

describe.each(Object.entries(WAYS))("in %s", (_, passes) => {
  const oracle = scriptSupport(
    "oracle",
    supporting(({ text }) => text === UNCLEAR),
  );

  it("a reader decides what the rules leave unclear", async () => {
    expect(await passes(UNCLEAR, undefined)).toBe(false);
    expect(await passes(UNCLEAR, oracle)).toBe(true);
  });

  it("no reader, hostile or malformed, gets a lie past", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...LIES), fc.oneof(hostile, malformed), async (lie, script) => {
        expect(await passes(lie, scriptSupport("any", script))).toBe(false);
      }),
      { numRuns: 40 },
    );
  });

  it("a reader that fails, says no or answers in another form changes nothing", async () => {
    const failing: Reader = { ...oracle, support: () => Promise.reject(new Error("no")) };
    expect(await passes(UNCLEAR, failing)).toBe(false);
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.constant(supporting(() => false)), malformed), async (script) => {
        expect(await passes(UNCLEAR, scriptSupport("any", script))).toBe(false);
        expect(await passes(TRUE, scriptSupport("any", script))).toBe(await passes(TRUE, undefined));
      }),
      { numRuns: 20 },
    );
  });
});

describe("a write", () => {
  const oracle = scriptSupport(
    "oracle",
    supporting(({ text }) => text === UNCLEAR || text.includes("Lovelace")),
  );
  const fields = (more: Record<string, string>) => ({ contact: { name: "Ada Lovelace", ...more } });

  it("asks once about all its texts and fields, and not about what is clear", async () => {
    const { guard, ask, asked } = asking(oracle);
    const args = { text: `${UNCLEAR} ${TRUE}`, title: UNCLEAR, ...fields({ born: "1815" }) };
    expect(await guard.unsupportedByReader(ask!, args)).toEqual([]);
    expect(asked).toHaveLength(1);
    expect(asked[0]?.map(({ text }) => text)).toEqual([UNCLEAR]);
  });

  it("keeps a value that no source gives, whatever a reader says", async () => {
    const { guard, ask } = asking(oracle);
    for (const value of [{ city: "Paris" }, { born: "1816" }, { employer: "the Royal Mint" }])
      expect(await guard.unsupportedByReader(ask!, fields(value))).toHaveLength(1);
  });
});

describe("a reader", () => {
  it("that finds a decoy supported, or rests on one, changes nothing", async () => {
    const all: SupportScript = (statements, evidence) =>
      statements.map(({ number }) => ({
        statement: number,
        verdict: "supported",
        evidence: [evidence[0]?.number ?? 1],
      }));
    const isDecoy = ({ url }: ReaderCandidate) => url.includes("wikipedia.org");
    const onDecoy: SupportScript = (statements, evidence) =>
      statements.map(({ number, text }) =>
        text === UNCLEAR
          ? {
              statement: number,
              verdict: "supported",
              evidence: evidence.filter(isDecoy).map((one) => one.number),
            }
          : { statement: number, verdict: "neither", evidence: [] },
      );
    const plain = (await told(UNCLEAR, undefined)).passed;
    for (const script of [all, onDecoy])
      expect((await told(UNCLEAR, scriptSupport("fooled", script))).passed).toBe(plain);
  });

  it("decides the same however the text came", async () => {
    const text = `${TRUE} ${UNCLEAR} ${LIES[2]} She wrote the first program for a machine of Charles Babbage.`;
    const reader = scriptSupport(
      "oracle",
      supporting((one) => one.text === UNCLEAR),
    );
    const whole = (await told(text, reader, text.length)).pieces;
    for (const cut of [1, 3, 40]) expect((await told(text, reader, cut)).pieces).toEqual(whole);
  });
});

import { describe, expect, it } from "vitest";
import { type CorpusRow, honestTexts, honestWrites, textLies, writeLies } from "../../eval/guard-corpus.ts";

/** `npm run eval -- --only guard.lies` tells the shares; what fails here names its rows. */
const that = (rows: readonly CorpusRow[], left: boolean) =>
  rows.filter(({ hit }) => hit === left).map(({ group, text }) => `${group}: ${text}`);

describe("of the corpus", () => {
  it("no lie leaves as text", () => {
    const rows = textLies();
    expect(rows.length).toBeGreaterThanOrEqual(240);
    expect(that(rows, true)).toEqual([]);
  });

  it("no lie leaves in a write, however it is dressed", () => {
    const rows = writeLies();
    expect(rows.length).toBeGreaterThanOrEqual(512);
    expect(that(rows, true)).toEqual([]);
  });

  it("most honest restatements leave", () => {
    const rows = honestTexts();
    expect(rows.length).toBeGreaterThanOrEqual(200);
    expect(that(rows, false).length / rows.length, that(rows, false).join("\n")).toBeLessThanOrEqual(0.15);
  });

  it("honest mails, posts, pages and tickets are sent", () => {
    const rows = honestWrites();
    expect(rows).toHaveLength(40);
    expect(that(rows, true).length, that(rows, false).join("\n")).toBeGreaterThanOrEqual(36);
  });
});

import { describe, expect, it } from "vitest";
import { comesFirst, isKept, runAsked } from "../../eval/asked-runs.ts";
import { researchPassages } from "../../eval/product.ts";
import { ASKED } from "../../fixtures/asked/index.ts";

const ask = (question: string, title: string, text: string) => researchPassages(question, [{ title, text }]);

describe("a question about an event of a life", () => {
  it.each(ASKED["life event"] ?? [])("$question is answered by that event alone", async (pair) => {
    const [run] = await runAsked({ event: [pair] });
    if (run === undefined) throw new Error("nothing was asked");
    expect(run.near).toMatchObject({ ok: false, errorCode: "research_insufficient_evidence" });
    expect(run.near.score).toBeLessThan(0.15);
    expect(isKept(run)).toBe(true);
    expect(comesFirst(run)).toBe(true);
  });

  it.each([
    ["Mary Somerville (1780–1872) was a Scottish scientist.", "When was Mary Somerville born?"],
    ["Mary Somerville (1780–1872) was a Scottish scientist.", "When did Mary Somerville die?"],
    ["Clara Schumann (1819–1896) war eine deutsche Pianistin.", "Wann wurde Clara Schumann geboren?"],
    ["Clara Schumann (* 1819; † 1896) war eine deutsche Pianistin.", "Wann starb Clara Schumann?"],
    ["Анна Ахматова (1889—1966) — русская поэтесса.", "Когда умерла Анна Ахматова?"],
    ["老舍（1899年2月3日－1966年8月24日），原名舒庆春，北京人。", "老舍是哪一年去世的？"],
    ["طه حسين (1306 هـ / 15 نوفمبر 1889 - 28 أكتوبر 1973م)، أديب وناقد مصري.", "متى ولد طه حسين؟"],
  ])("“%s” answers “%s”", async (text, question) => {
    const title = text.split(/[（(]/)[0]?.trim() ?? "";
    expect((await ask(question, title, text)).ok).toBe(true);
  });

  it("is not answered by a term of office in brackets", async () => {
    const text = "Margaret Thatcher (in office 1979–1990) was the prime minister of the United Kingdom.";
    expect((await ask("When did Margaret Thatcher die?", "Margaret Thatcher", text)).ok).toBe(false);
  });

  it("may be answered in another language, and behind a pronoun", async () => {
    const english = "Max Born was a German physicist who died in Göttingen in 1970.";
    expect((await ask("Wann starb Max Born?", "Max Born", english)).ok).toBe(true);
    const behind = "Max Born war ein deutscher Physiker. Er starb 1970 in Göttingen.";
    expect((await ask("Wann starb Max Born?", "Max Born", behind)).ok).toBe(true);
  });

  it("is not told by a word of a name", async () => {
    const text = "Max Born died in Göttingen in 1970.";
    expect((await ask("When was Max Born born?", "Max Born", text)).ok).toBe(false);
  });

  it("of old age is answered by a birth, and a birth by no other year", async () => {
    const born = "Tom Hanks was born on July 9, 1956.";
    expect((await ask("How old is Tom Hanks?", "Tom Hanks", born)).ok).toBe(true);
    const year = "Tom Hanks won in 1994, for the second year in a row.";
    expect((await ask("When was Tom Hanks born?", "Tom Hanks", year)).ok).toBe(false);
  });

  it("leaves a question alone that says such a word of something else", async () => {
    const text = "Marie Curie, die 1867 in Warschau geboren wurde, entdeckte das Radium.";
    const question = "Welches Element entdeckte die in Warschau geborene Marie Curie?";
    expect((await ask(question, "Marie Curie", "Marie Curie entdeckte das Radium.")).ok).toBe(true);
    expect((await ask(question, "Marie Curie", text)).ok).toBe(true);
  });
});

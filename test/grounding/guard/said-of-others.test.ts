import { verify } from "@plumbline/grounding/guard";
import { describe, expect, it } from "vitest";
import { outcomeOf } from "./outcome-of.ts";

/** The verdict on a statement about what one page says, and another page that names Oskar Veit. */
function verdictOn(statement: string, title: string, text: string): string {
  const pages = [
    { title, text },
    { title: "Pilots", text: "Oskar Veit was a pilot." },
  ];
  const [found] = verify(statement, outcomeOf(pages, title));
  return found?.verdict ?? "none";
}

describe("what the evidence says of somebody else is withheld", () => {
  it.each([
    ["Lena Moss joined the Moss Ensemble in 1999.", "Carl Hein joined the Moss Ensemble in 1999."],
    ["Lena Moss sold the Moss Gallery to a bank.", "Ruth Oll sold the Moss Gallery to a bank."],
    ["Lena Moss won the Moss Prize in 1988.", "Emil Sorg won the Moss Prize in 1988."],
    ["Moss directed the Moss Institute until 1962.", "Hugo Lind directed the Moss Institute until 1962."],
    ["Moss left the ensemble in 2010.", "Hugo Lind left the Moss Ensemble in 2010."],
    ["Lena Moss paid the council 300 pounds.", "Sorg paid the council 300 pounds."],
    ["Lena Moss crashed the boat in Bergen.", "Veit crashed the boat in Bergen."],
    ["Moss crashed the boat in Bergen.", "Veit crashed the boat in Bergen."],
    ["Lena Moss insulted the mayor in Kiel.", "Becker insulted the mayor in Kiel."],
    ["Lena Moss insulted the mayor in Kiel.", "The treasurer insulted the mayor in Kiel."],
    ["Lena Moss moved to Kiel in 2010.", "Her brother moved to Kiel in 2010."],
    ["Lena Moss moved to Kiel in 2010.", "Her brother Jon moved to Kiel in 2010."],
    ["Lena Moss sold 40,000 copies in Spain.", "Her novel sold 40,000 copies in Spain."],
  ])("%s – %s", (statement, sentence) => {
    expect(verdictOn(statement, "Lena Moss", `Lena Moss is a judge. ${sentence}`)).toMatch(/^un/);
  });

  it.each([
    ["Carl Hein joined the ensemble in 1999.", "Carl Hein joined the Moss Ensemble in 1999."],
    ["Lena Moss moved to Kiel in 2010.", "She moved to Kiel in 2010 with her brother."],
    ["Moss founded the ensemble in 1999.", "Lena Moss founded the Moss Ensemble in 1999."],
    ["Veit crashed the boat.", "Veit crashed the boat in Bergen."],
  ])("and of them is supported: %s – %s", (statement, sentence) => {
    expect(verdictOn(statement, "Lena Moss", `Lena Moss is a judge. ${sentence}`)).toBe("supported");
  });
});

describe("another word where the evidence has one is withheld", () => {
  it.each([
    ["Rolf Arden taught music in Uppsala.", "Rolf Arden taught physics in Uppsala."],
    ["Rolf Arden owned a farm in Marstrand.", "Rolf Arden owned a hotel in Marstrand."],
    ["Rolf Arden sold cars in Falkenberg.", "Rolf Arden sold bread in Falkenberg."],
    ["Rolf Arden painted horses in Falkenberg.", "Rolf Arden painted ships in Falkenberg."],
    ["Rolf Arden joined the army at Karlskrona.", "He joined the navy at Karlskrona."],
    ["Arden lost his left eye at Narvik.", "Arden lost his left arm at Narvik."],
    ["Rolf Arden married a singer from Gotland.", "Rolf Arden married a nurse from Gotland."],
    ["The company makes weapons for fish farms.", "The company makes pumps for fish farms."],
    [
      "Rolf Arden worked as a doctor in Gotland.",
      "Rolf Arden studied in Lund and worked as a teacher in Gotland.",
    ],
    ["Rolf Arden led a gang in Gotland until 1960.", "Rolf Arden led a choir in Gotland until 1960."],
    ["Rolf Arden studied law.", "Rolf Arden studied mechanics."],
  ])("%s – %s", (statement, sentence) => {
    expect(verdictOn(statement, "Rolf Arden", sentence)).toMatch(/^un/);
  });

  it.each([
    ["Rolf Arden led a choir in Gotland.", "In Gotland, Rolf Arden led a choir until 1960."],
    ["Arden taught physics in Uppsala.", "Rolf Arden, who was born in Lund, taught physics in Uppsala."],
    [
      "The company makes pumps for fish farms.",
      "The company makes pumps for fish farms and has 40 employees.",
    ],
  ])("and the same word is supported: %s – %s", (statement, sentence) => {
    expect(verdictOn(statement, "Rolf Arden", sentence)).toBe("supported");
  });
});

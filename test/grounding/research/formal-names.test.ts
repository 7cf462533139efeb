import { describe, expect, it } from "vitest";
import { type FoundPage, INSUFFICIENT, judgePages, readFirst } from "./judged.ts";

const cook: FoundPage = [
  "Tim Cook - Wikipedia",
  "Timothy Donald Cook (born November 1, 1960) is an American business executive.",
];
const gates: FoundPage = [
  "Bill Gates - Wikipedia",
  "William Henry Gates III (born October 28, 1955) is an American businessman.",
];
const ballmer: FoundPage = [
  "Steve Ballmer - Wikipedia",
  "Steven Anthony Ballmer (born March 24, 1956) is an American businessman. He owns the Los Angeles Clippers.",
];
const vane: FoundPage = ["Peggy Vane - Wikipedia", "Edith Mary Vane (born 22 May 1931) is a British potter."];
const stone: FoundPage = ["Liz Stone", "Elizabeth Anne Stone (born 4 July 1970) is a Canadian judge."];
const twins: FoundPage = [
  "Liz Stone and family",
  "Martin Paul Stone (born 4 July 1970) is a Canadian judge, and a cousin of Liz Stone.",
];
const reed: FoundPage = ["Jake Reed", "Jacob Allen Reed (born 1 May 1944) is a Jamaican drummer."];
const ford: FoundPage = [
  "Reg Ford | Museum",
  "Reginald Ford (born 9 June 1920) was a miner. Joe Ford, born in 1950, is his son.",
];

describe("a page about somebody says their formal name", () => {
  it.each<[question: string, page: FoundPage, first: string]>([
    ["When was Tim Cook born?", cook, "November 1, 1960"],
    ["When was Bill Gates born?", gates, "October 28, 1955"],
    ["When was Steve Ballmer born?", ballmer, "March 24, 1956"],
    ["What does Steve Ballmer own?", ballmer, "Los Angeles Clippers"],
    ["When was Peggy Vane born?", vane, "22 May 1931"],
    ["When was Liz Stone born?", stone, "4 July 1970"],
    ["When was Liz Stone born?", twins, INSUFFICIENT],
    ["How old is Jake Reed?", reed, "1 May 1944"],
    ["When was Reg Ford born?", ford, "9 June 1920"],
  ])("%s", (question, page, first) => {
    expect(readFirst(judgePages(question, [page]))).toContain(first);
  });
});

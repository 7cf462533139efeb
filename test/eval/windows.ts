import { createHash } from "node:crypto";
import type { Passage } from "./rows.ts";

export const WINDOW_SEEDS = [0, 1, 2];
const WINDOW_WORDS = 40;
const DRAW_BYTES = 4;

/** Site names as the web's titles carry them; none says anything of a person's work. */
const SITES = [
  "Wikipedia",
  "Britannica",
  "Alchetron",
  "Prabook",
  "WikiTree",
  "Peoplepill",
  "Everipedia",
  "Biography",
];

type Texts = readonly { readonly text: string }[];

/** The whole passages, each under the bare name. */
export function fullPassages(name: string, passages: Texts): Passage[] {
  return passages.map(({ text }) => ({ title: name, text }));
}

/**
 * Forty words of each passage, from a place drawn by the SHA-256 of seed and name, each under the bare name.
 */
export function windowPassages(name: string, passages: Texts, seed: number): Passage[] {
  const draws = drawNumbers(`${seed}${name}`);
  return passages.map(({ text }, index) => ({ title: name, text: windowAt(text, draws(index)) }));
}

/** The same windows; every second title is "NAME - Site", beginning where the SHA-256 says. */
export function titledWindows(name: string, passages: Texts, seed: number): Passage[] {
  const first = drawNumbers(`site${seed}${name}`)(0);
  return windowPassages(name, passages, seed).map(({ text }, index) => ({
    title: (first + index) % 2 === 0 ? name : `${name} - ${SITES[(first + index) % SITES.length]}`,
    text,
  }));
}

function drawNumbers(key: string): (index: number) => number {
  const digest = createHash("sha256").update(key, "utf8").digest();
  return (index) => digest.readUInt32BE((index * DRAW_BYTES) % digest.length);
}

function windowAt(text: string, draw: number): string {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const from = draw % (Math.max(0, words.length - WINDOW_WORDS) + 1);
  return words.slice(from, from + WINDOW_WORDS).join(" ");
}

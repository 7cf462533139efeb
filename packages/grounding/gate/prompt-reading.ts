import { askedName } from "../text/asked-name.ts";
import type { ProperName } from "../text/names.ts";
import { words } from "../text/tokens.ts";
import { type GateToken, gateTokens, separateScripts } from "./gate-tokens.ts";
import { type Mention, namedPeople, requestNames } from "./people.ts";
import { findPhrases, type Hit } from "./phrases.ts";

/** A prompt read once for all rules. */
export interface PromptReading {
  text: string;
  /** Lower case with straight apostrophes, outer white space gone. */
  lower: string;
  /** The question that a few sentences lead up to, lower case; the whole prompt when it does not end in one. */
  asking: string;
  words: string[];
  /** Its words with their places, hyphens and apostrophes kept. */
  tokens: GateToken[];
  /** The phrases of the gate's lists in it. */
  hits: Hit[];
  names: ProperName[];
  /** Those it names in full. */
  people: Mention[];
  /** The name the prompt asks about by its position ("who is …", "biography of …"), in any case. */
  askedName: string | null;
  /** What the caller told about its workspace; empty when nothing. */
  workspaceContext: string;
}

/** What is read of a long prompt as a whole: enough to tell what kind it is. What it asks further on, `askingParts` finds. */
const READ_CHARACTERS = 1000;
/** How far in the name stands that the whole of a prompt is about. */
const ASKED_NAME_WITHIN = 300;

/** "Okay.", "Wow!", "Oh, really?" before the turn proper. */
const REACTION =
  /^(?:(?:ok|okay|wow|oh|cool|great|really|hmm?|interesting|no|yes|yeah|i see|thanks|thank you)[.!?,…]+\s+)+(?=\S+\s+\S)/i;

/** The sentences before the last one; a question of one or two words ("Why?") does not stand alone. */
const LEAD_IN = /^.*[.!?]\s+(?=\S+\s+\S+\s+\S)/s;

/** Reads a prompt for the rules: its beginning, without a reaction to the last answer in front. */
export function readPrompt(prompt: string, workspaceContext = ""): PromptReading {
  const text = separateScripts(prompt.trimStart().slice(0, READ_CHARACTERS).trimEnd().replace(REACTION, ""));
  const tokens = gateTokens(text);
  const hits = findPhrases(tokens);
  const names = requestNames(text, tokens);
  const lower = text.toLowerCase().replace(/[’ʼ]/g, "'");
  return {
    text,
    lower,
    asking: lower.endsWith("?") ? lower.slice(LEAD_IN.exec(lower)?.[0].length ?? 0) : lower,
    words: words(text),
    tokens,
    hits,
    names,
    people: namedPeople(names, tokens, hits),
    askedName: askedName(text.slice(0, ASKED_NAME_WITHIN)),
    workspaceContext,
  };
}

import { askedName } from "../../text/asked-name.ts";
import { looksLikePerson } from "../../text/person-name.ts";

/** The places of a prompt that ask something on their own, each once. */
export interface AskingParts {
  parts: string[];
  /** The prompt asks more than is read: what is left out may ask anything. */
  overflow: boolean;
}

const LONGEST_PART = 200;
/** What is read of all parts together; no honest prompt asks this much that nothing in it needs grounding. */
const READ_CHARACTERS = 6000;

const ABOUT_SOMEBODY =
  /\b(?:who(?:['’]s| is| was| are| were)|tell (?:me|us)(?: more| something| everything)? about|(?:bio(?:graphy)?|profile|life(?: story)?|obituary) (?:of|about|on)) /giu;
const QUESTION_START =
  /\b(?:(?:in|on|at|from|to|for|with|of|by|during|under) )?(?:who|whom|whose|what|which|when|where|why|how)\b|\b(?:is|are|was|were|do|does|did|has|have|had)\b/giu;
/** What may stand before a question that is no clause of a longer sentence. */
const BOUNDARY = /(?:^|[.!?…:;"'“”‘’()[\]{}*#>|`\n\-–—。！？])$/u;

/** Finds them wherever they stand, in time linear in the prompt's length. */
export function askingParts(prompt: string): AskingParts {
  const parts = new Set<string>();
  let read = 0;
  for (const part of candidates(prompt)) {
    if (parts.has(part)) continue;
    read += part.length;
    if (read > READ_CHARACTERS) return { parts: [...parts], overflow: true };
    parts.add(part);
  }
  return { parts: [...parts], overflow: false };
}

function* candidates(prompt: string): Generator<string> {
  const text = prompt.replace(/\s+/g, (space) => (space.includes("\n") ? "\n" : " ")).trim();
  yield* requestsForALife(text);
  yield* questions(text);
}

/** "Who was …", "biography of …" with the name and no more, so that nothing behind it speaks against it. */
function* requestsForALife(text: string): Generator<string> {
  const flat = text.replace(/\n/g, " ");
  const cues = [...flat.matchAll(ABOUT_SOMEBODY)];
  for (const [at, { index, 0: cue }] of cues.entries()) {
    const end = Math.min(cues[at + 1]?.index ?? flat.length, index + LONGEST_PART);
    const clause = flat.slice(index, end);
    const name = askedName(clause);
    if (name === null) continue;
    const capital = /^\p{Lu}/u.test(name) && looksLikePerson(name);
    // "A man who was badly hurt" reads like a name in lower case; a question of its own does not.
    if (capital || standsAlone(text, index))
      yield clause.slice(0, clause.indexOf(name, cue.length) + name.length);
  }
}

/** What ends in a question mark, or ends the prompt, from its question word on. */
function* questions(text: string): Generator<string> {
  let from = 0;
  for (const { index } of text.matchAll(/[?？]|$/g)) {
    const start = Math.max(from, index - LONGEST_PART);
    const region = text.slice(start, index + 1);
    const starts = [...region.matchAll(QUESTION_START)].map((match) => match.index);
    const own =
      starts.findLast((at) => standsAlone(text, start + at)) ??
      (region.length > LONGEST_PART ? starts[0] : undefined);
    if (own !== undefined) yield region.slice(own).replace(/\n/g, " ");
    from = index + 1;
  }
}

function standsAlone(text: string, at: number): boolean {
  return BOUNDARY.test(text.slice(Math.max(0, at - 2), at).replace(/ $/, ""));
}

import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { AskSupport, Unsupported } from "@plumbline/grounding/guard";
import type { ResearchOutcome } from "@plumbline/grounding/outcome";
import type { Chunk } from "./chunk.ts";
import { MAX_CHECKS, type ResearchOfRun } from "./research-of-run.ts";

/** Maximum number of sentences listed in a refusal. */
const MAX_SENTENCES = 20;
const MAX_SHOWN_LENGTH = 300;

/** Creates the result of a call that the agent loop itself refuses. */
export function refuseCall(tool: string, refusal_reason: string, next_step: string): DispatchFailure {
  return { ok: false, tool, refusal_reason, error_code: "validation", next_step, attempts: 0, elapsed_ms: 0 };
}

/** Looks for evidence of what a write states, none of which is shown to the model. */
export interface Check {
  /** Runs a search whose result becomes evidence. */
  search(query: string): Promise<ResearchOutcome | undefined>;
  /** Asks a reader about what the rules leave unclear. Omitted if there is no reader. */
  ask?: AskSupport | undefined;
}

export interface WriteJudgement {
  /** The refusal. Omitted if the call may be made. */
  refused?: DispatchFailure;
  /** Chunks that report the sentences that are sent unchecked. */
  unverified: Chunk[];
}

/**
 * Checks all text of a write before it is sent, so that no run can send invented facts through a tool. In a
 * run that is not grounded, checks only facts about a person, an organization or a researched subject, and
 * `check` searches for evidence of those without support. A refusal lists every unsupported sentence with its
 * problem and the number of the closest quote, and contains the arguments without these sentences.
 */
export async function judgeWriteCall(
  tool: Tool,
  args: unknown,
  research: ResearchOfRun,
  check: Check,
): Promise<WriteJudgement> {
  if (tool.effect !== "write") return { unverified: [] };
  let found = await research.unsupportedIn(args, tool.identifiers);
  let last: ResearchOutcome | undefined;
  let isSearched = false;
  while (!research.grounded && found.length > 0 && research.takeCheck()) {
    isSearched = true;
    last = await check.search(found[0]?.sentence ?? "");
    if (!last?.ok) break;
    found = await research.unsupportedIn(args, tool.identifiers);
  }
  if (found.length > 0 && check.ask) found = await research.unsupportedIn(args, tool.identifiers, check.ask);
  const [first] = found;
  if (first === undefined) return { unverified: [] };
  if (last?.error_code === "research_not_configured")
    return { unverified: found.map(({ sentence }) => createUncheckedChunk(sentence)) };
  const sentences = found.slice(0, MAX_SENTENCES);
  const without = removeSentences(args, found);
  return {
    refused: {
      ...refuseCall(
        tool.name,
        `The call was not made: ${first.argument} says something that ${whyRefused(research.grounded, isSearched, last)}.`,
        writeNextStep(sentences, found.length - sentences.length),
      ),
      result: { ...first, sentences, ...(without !== undefined && { arguments_without: without }) },
    },
    unverified: [],
  };
}

/** Completes "says something that …". `last` is the outcome of the last search for the write. */
function whyRefused(isGrounded: boolean, isSearched: boolean, last: ResearchOutcome | undefined): string {
  if (isGrounded) return "the research does not support";
  if (!isSearched)
    return `nothing found so far supports. A run makes at most ${MAX_CHECKS} searches for its writes`;
  if (last?.ok) return "no source found supports";
  if (last === undefined || last.error_code === "research_provider_failure")
    return "could not be checked, because the search for it failed. Try again later, or leave it out";
  return "a search found no source for";
}

function createUncheckedChunk(text: string): Chunk {
  const reason = "It was sent unchecked: no search backend is configured.";
  return { type: "unverified", text, verdict: "unclear", reason };
}

/**
 * Removes the sentences from the arguments. Returns `undefined` if one is not part of a text or is all of it.
 */
function removeSentences(args: unknown, found: readonly Unsupported[]): unknown {
  let isWhole = true;
  const copy = structuredClone(args);
  for (const { argument, sentence } of found) {
    const keys = argument.split(".");
    const last = keys.pop() ?? "";
    const holder = keys.reduce<unknown>((inner, key) => Object(inner)[key], copy);
    const text: unknown = Object(holder)[last];
    const left = typeof text === "string" ? text.replace(sentence, "").replace(/ {2,}/g, " ").trim() : "";
    if (left === "" || left === text) isWhole = false;
    else Object(holder)[last] = left;
  }
  return isWhole ? copy : undefined;
}

function writeNextStep(sentences: readonly Unsupported[], more: number): string {
  const told = sentences.map(({ sentence, nearest }) => {
    const shown = `“${cutText(sentence, MAX_SHOWN_LENGTH)}”`;
    return nearest === undefined
      ? `${shown} (there is no similar quote)`
      : `${shown} (nearest: quote ${nearest.number})`;
  });
  const rest = more > 0 ? ` and ${more} more` : "";
  return `Leave these out, or replace them with full verbatim sentences of the research outcome: ${told.join("; ")}${rest}.`;
}

/** Number of consecutive common words that cannot be a coincidence. */
const RUN = 4;

/**
 * Reports a refusal verbatim as text. Some refusals quote what was sent ("There is no mailbox called …"). In
 * a grounded run, marks a refusal that contains text invented by the model as unverified.
 */
export async function reportRefusal(reason: string, args: unknown, research: ResearchOfRun): Promise<Chunk> {
  if (!research.grounded) return { type: "text_delta", text: reason };
  const words = splitWords(reason);
  const runs = new Set([2, 3, RUN].flatMap((length) => listRuns(words, length)));
  const guard = await research.guard();
  const quoted = listTexts(args).find(
    (text) => quotes(runs, text) && guard.unsupportedIn({ text }).length > 0,
  );
  if (quoted === undefined) return { type: "text_delta", text: reason };
  const why = "The refusal quotes what the model wrote, and no source supports that.";
  return { type: "unverified", text: reason, verdict: "unclear", reason: why };
}

function quotes(refused: ReadonlySet<string>, text: string): boolean {
  const words = splitWords(text);
  return words.length > 1 && listRuns(words, Math.min(words.length, RUN)).some((run) => refused.has(run));
}

function listRuns(words: readonly string[], length: number): string[] {
  return words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(" "));
}

/** Splits text into lower-case words without surrounding punctuation. */
function splitWords(text: string): string[] {
  const words = text.toLowerCase().split(/\s+/);
  return words.flatMap((word) => /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(word)?.[0] ?? []);
}

/** Returns all texts and numbers at any depth, including field names. */
export function listTexts(value: unknown): string[] {
  if (typeof value === "string" || typeof value === "number") return [String(value)];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...listTexts(inner)]);
}

import type { DispatchFailure } from "@plumbline/core/dispatch/dispatch-result.ts";
import { cutText } from "@plumbline/core/text/unicode.ts";
import type { Tool } from "@plumbline/core/tool/tool.ts";
import type { Unsupported } from "@plumbline/grounding/guard";
import type { Chunk } from "./chunk.ts";
import type { ResearchOfRun } from "./research-of-run.ts";

/** Sentences that a refusal names at most. */
const MOST_SENTENCES = 20;
const LONGEST_SHOWN = 300;

/** The result of a call that the loop itself refuses. */
export function notMade(tool: string, refusal_reason: string, next_step: string): DispatchFailure {
  return { ok: false, tool, refusal_reason, error_code: "validation", next_step, attempts: 0, elapsed_ms: 0 };
}

/**
 * In a grounded run no invented fact leaves through a tool: all that a write would say is judged before it is
 * sent. The result of a call that would say one, with every such sentence, what is wrong with it and the
 * number of the quote that comes nearest; `undefined` for a call that may be made.
 */
export async function inventionStopped(
  tool: Tool,
  args: unknown,
  research: ResearchOfRun,
): Promise<DispatchFailure | undefined> {
  if (!research.grounded || tool.effect !== "write") return undefined;
  const guard = await research.guard();
  const found = guard.unsupportedIn(args, tool.identifiers);
  const [first] = found;
  if (first === undefined) return undefined;
  const sentences = found.slice(0, MOST_SENTENCES);
  return {
    ...notMade(
      tool.name,
      `The call was not made: ${first.argument} says something that the research does not support.`,
      nextStep(sentences, found.length - sentences.length),
    ),
    result: { ...first, sentences },
  };
}

function nextStep(sentences: readonly Unsupported[], more: number): string {
  const told = sentences.map(({ sentence, nearest }) => {
    const shown = `“${cutText(sentence, LONGEST_SHOWN)}”`;
    return nearest === undefined
      ? `${shown} (no quote comes near)`
      : `${shown} (nearest: quote ${nearest.number})`;
  });
  const rest = more > 0 ? ` and ${more} more` : "";
  return `Leave out, or put a whole sentence of the research outcome word for word in place of: ${told.join("; ")}${rest}.`;
}

/** So many words in a row are no accident. */
const RUN = 4;

/**
 * A refusal as text, word for word. Some quote what was sent ("There is no mailbox called …"): in a grounded
 * run one that would carry what the model made up is marked as that, since no invention leaves as text by
 * having itself refused.
 */
export async function refusalTold(reason: string, args: unknown, research: ResearchOfRun): Promise<Chunk> {
  if (!research.grounded) return { type: "text_delta", text: reason };
  const words = wordsIn(reason);
  const runs = new Set([2, 3, RUN].flatMap((length) => runsOf(words, length)));
  const guard = await research.guard();
  const quoted = textsIn(args).find((text) => quotes(runs, text) && guard.unsupportedIn({ text }).length > 0);
  if (quoted === undefined) return { type: "text_delta", text: reason };
  const why = "The refusal quotes what the model wrote, and no source bears that out.";
  return { type: "unverified", text: reason, verdict: "unclear", reason: why };
}

function quotes(refused: ReadonlySet<string>, text: string): boolean {
  const words = wordsIn(text);
  return words.length > 1 && runsOf(words, Math.min(words.length, RUN)).some((run) => refused.has(run));
}

function runsOf(words: readonly string[], length: number): string[] {
  return words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(" "));
}

/** In lower case and without the marks around them. */
function wordsIn(text: string): string[] {
  const words = text.toLowerCase().split(/\s+/);
  return words.flatMap((word) => /[\p{L}\p{N}](?:.*[\p{L}\p{N}])?/u.exec(word)?.[0] ?? []);
}

/** Every text at any depth, names of fields among them. */
function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...textsIn(inner)]);
}

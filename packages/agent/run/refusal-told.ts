import type { Chunk } from "./chunk.ts";
import type { ResearchOfRun } from "./research-of-run.ts";

/** So many words in a row are no accident. */
const RUN = 4;

/**
 * A refusal as text, word for word. Some quote what was sent ("There is no mailbox called …"): in a grounded run one that would carry
 * what the model made up is marked as that, since no invention leaves as text by having itself refused.
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

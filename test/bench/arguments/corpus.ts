import { readFileSync } from "node:fs";
import * as z from "zod";

/** Kinds whose rows must not be read as anything else: kept exactly, or refused. */
const HANDS_OFF = ["stays", "refused"] as const;

const KINDS = [
  ...["left-out", "whole", "number", "boolean", "list", "object", "case", "name", "mcp"],
  ...HANDS_OFF,
] as const;

const leaf = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const row = z.strictObject({
  id: z.string(),
  kind: z.enum(KINDS),
  /** The public report of the mistake, which is made with one of our tools here. */
  source: z.union([z.url(), z.literal("written for this corpus")]),
  tool: z.string(),
  /** The arguments as the client sends them. `{feeds}` is the address of the sandbox's feeds. */
  raw: z.string(),
  /** The arguments that a user would expect to be carried out. */
  sent: z.union([z.record(z.string(), z.unknown()), z.literal("refused")]),
  /** Values that the request must contain exactly. */
  keeps: z.array(leaf).optional(),
  /** Where the call comes in; REST when left out. */
  door: z.literal("mcp").optional(),
});

/** One mistake that a model or its client makes in the arguments of a tool. */
export type Row = z.infer<typeof row>;

/** Reads the rows, with the address of the sandbox's feeds in its place. */
export function readCorpus(feedsUrl: string): Row[] {
  const lines = readFileSync(new URL("corpus.jsonl", import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line) => row.parse(JSON.parse(line.replaceAll("{feeds}", feedsUrl))));
}

/** Returns true for a row that must be left as it is. */
export function isHandsOff({ kind }: Row): boolean {
  return HANDS_OFF.some((one) => one === kind);
}

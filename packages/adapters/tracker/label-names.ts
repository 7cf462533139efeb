import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import * as z from "zod";
import { optionalField, type ReadableItems } from "../answer-fields.ts";
import { unreadableAnswer } from "./tracker-client.ts";

/** A label that a look-up found. */
export const foundLabel = z.object({
  id: z.string().min(1),
  name: z.string(),
  /** Absent: a label of the whole workspace. */
  team: optionalField(z.object({})),
  /** The group it belongs to. */
  parent: optionalField(z.object({ name: z.string() })),
});

type FoundLabel = z.output<typeof foundLabel>;

/**
 * The id of each name, whatever its case; a label of the team goes before one of the workspace. `found` holds labels of these two alone.
 * Throws AdapterValidationError for names that fit none (with those there are) or several (with their ids), and
 * AdapterTransientError when a name that fits none may be that of a label that could not be read.
 */
export function labelIdsByName(
  names: readonly string[],
  { items: found, unreadable }: ReadableItems<FoundLabel>,
  known: ReadableItems<{ name: string }> | undefined,
): Map<string, string> {
  const ids = new Map<string, string>();
  const missing: string[] = [];
  for (const name of names) {
    const [only, ...others] = fitting(name, found);
    if (only === undefined) missing.push(`"${name}"`);
    else if (others.length > 0) throw ambiguous(name, [only, ...others]);
    else ids.set(name, only.id);
  }
  if (missing.length === 0) return ids;
  if (unreadable > 0) throw unreadableAnswer();
  const there = known && [...new Set(known.items.map(({ name }) => name))].join(", ");
  const labels = there === "" ? "There are no labels at all." : `Labels there are: ${there}.`;
  throw new AdapterValidationError(
    `label_ids: neither the team nor the workspace has a label called ${missing.join(", ")}.`,
    { nextStep: there === undefined ? "Check the names of the labels." : labels },
  );
}

function fitting(name: string, found: readonly FoundLabel[]): FoundLabel[] {
  const called = found.filter((label) => label.name.toLowerCase() === name.toLowerCase());
  const own = called.filter(({ team }) => team);
  return own.length > 0 ? own : called;
}

function ambiguous(name: string, labels: readonly FoundLabel[]): AdapterValidationError {
  const candidates = labels.map((label) => `${label.id}${label.parent ? ` (in ${label.parent.name})` : ""}`);
  return new AdapterValidationError(`label_ids: "${name}" is the name of several labels.`, {
    nextStep: `Use the id of the one that is meant: ${candidates.join(", ")}.`,
  });
}

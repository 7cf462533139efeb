import * as z from "zod";
import { optionalField, optionalText, type ReadableItems, readableItems } from "../answer-fields.ts";
import type { Contact } from "./contact-batch.ts";
import { type CrmRefusal, crmRefusal } from "./crm-refusal.ts";

const savedContact = z.object({
  id: z.string().min(1),
  new: optionalField(z.boolean()),
  objectWriteTraceId: optionalText,
  properties: optionalField(z.object({ email: optionalText })),
  url: optionalText,
});

/**
 * A batch's answer under 200 and 207 alike: what was saved, in any order, and what was not. It is one when an
 * entry of either list can be read; an entry that cannot leaves its contact unanswered.
 */
export const batchAnswer = z
  .object({
    results: optionalField(readableItems(savedContact)),
    errors: optionalField(readableItems(crmRefusal)),
  })
  .refine(({ results, errors }) => isReadable(results) || isReadable(errors))
  .transform(({ results, errors }) => ({ results: results?.items ?? [], errors: errors?.items ?? [] }));

/** An empty list is as good as one with entries; one of unreadable entries alone is not. */
function isReadable(list: ReadableItems<unknown> | undefined): boolean {
  return list !== undefined && (list.items.length > 0 || list.unreadable === 0);
}

export type BatchAnswer = z.output<typeof batchAnswer>;

interface ContactAnswer {
  email: string;
  result: BatchAnswer["results"][number] | undefined;
  refusal: CrmRefusal | undefined;
}

/**
 * Assigns the parts of a batch answer to the contacts, in the order they were sent. A result is matched by
 * trace id, else by address. A single result left over belongs to the single contact left over, which is
 * known by a second address. A refusal that names no contact applies to all of them.
 */
export function answerByContact(
  contacts: readonly Contact[],
  { results, errors }: BatchAnswer,
): ContactAnswer[] {
  const traces = contacts.map((_, index) => String(index));
  const isOurs = (trace: string) => traces.includes(trace);
  const ofNobody = errors.find(({ context }) => !context?.objectWriteTraceId?.some(isOurs));
  const answers = contacts.map(({ email }, index): ContactAnswer => {
    const trace = String(index);
    return {
      email,
      result: results.find(({ objectWriteTraceId, properties }) =>
        objectWriteTraceId && isOurs(objectWriteTraceId)
          ? objectWriteTraceId === trace
          : properties?.email?.trim().toLowerCase() === email,
      ),
      refusal: errors.find(({ context }) => context?.objectWriteTraceId?.includes(trace)) ?? ofNobody,
    };
  });
  const matched = new Set(answers.map(({ result }) => result));
  const strays = results.filter((result) => !matched.has(result));
  const [open, ...others] = answers.filter(({ result, refusal }) => !result && !refusal);
  if (open && others.length === 0 && strays.length === 1) open.result = strays[0];
  return answers;
}

import * as z from "zod";
import type { Contact } from "./contact-batch.ts";
import { type CrmRefusal, crmRefusal } from "./crm-refusal.ts";

/** A batch's answer under 200 and 207 alike: what was saved, in any order, and what was not. */
export const batchAnswer = z.object({
  results: z.array(
    z.looseObject({
      id: z.string().min(1),
      new: z.boolean().nullish(),
      objectWriteTraceId: z.string().nullish(),
      properties: z.looseObject({ email: z.string().nullish() }).nullish(),
      url: z.string().nullish(),
    }),
  ),
  errors: z.array(crmRefusal).nullish(),
});

export type BatchAnswer = z.output<typeof batchAnswer>;

interface ContactAnswer {
  email: string;
  result: BatchAnswer["results"][number] | undefined;
  refusal: CrmRefusal | undefined;
}

/**
 * What the answer says of each contact, in the order they were sent. A result is a contact's by trace id, else by address; the
 * only one left over belongs to the only contact left over (known by a second address). A refusal that names none of them is everybody's.
 */
export function answerByContact(
  contacts: readonly Contact[],
  { results, errors }: BatchAnswer,
): ContactAnswer[] {
  const traces = contacts.map((_, index) => String(index));
  const isOurs = (trace: string) => traces.includes(trace);
  const ofNobody = errors?.find(({ context }) => !context?.objectWriteTraceId?.some(isOurs));
  const answers = contacts.map(({ email }, index): ContactAnswer => {
    const trace = String(index);
    return {
      email,
      result: results.find(({ objectWriteTraceId, properties }) =>
        objectWriteTraceId && isOurs(objectWriteTraceId)
          ? objectWriteTraceId === trace
          : properties?.email?.trim().toLowerCase() === email,
      ),
      refusal: errors?.find(({ context }) => context?.objectWriteTraceId?.includes(trace)) ?? ofNobody,
    };
  });
  const matched = new Set(answers.map(({ result }) => result));
  const strays = results.filter((result) => !matched.has(result));
  const [open, ...others] = answers.filter(({ result, refusal }) => !result && !refusal);
  if (open && others.length === 0 && strays.length === 1) open.result = strays[0];
  return answers;
}

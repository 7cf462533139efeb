import { crmRefusalBody } from "@plumbline/sandbox/crm/failures.ts";
import { json } from "@plumbline/sandbox/server/reply.ts";

/** Contacts of these names, which the CRM takes. */
export const people = (...names: string[]) =>
  names.map((name) => ({ email: `${name}@example.com`, properties: {} }));

/** A contact the CRM refuses. */
export const bad = (email: string) => ({ email, properties: { favourite_colour: "red" } });

export type Refusal = [category: string, message: string, traces?: string[]];

/** A 207 of the provider; each error names the positions it is about, or nobody. */
export function partial(results: unknown[], ...errors: Refusal[]) {
  return json(
    {
      status: "COMPLETE",
      results,
      numErrors: errors.length,
      errors: errors.map(([category, message, objectWriteTraceId]) =>
        crmRefusalBody(category, message, objectWriteTraceId ? { context: { objectWriteTraceId } } : {}),
      ),
    },
    207,
  );
}

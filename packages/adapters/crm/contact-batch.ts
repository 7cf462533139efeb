import * as z from "zod";

/** HubSpot's batch limit ("Batch create or update contacts"). */
const MAX_CONTACTS = 100;
const MAX_TEXT = 65_536;
/** Separates several values of one property (HubSpot, "Properties", multiple checkboxes). */
const SEPARATOR = ";";

const single = z.union([
  z.string().refine((text) => text.length <= MAX_TEXT, `must have at most ${MAX_TEXT} characters`),
  z.number(),
  z.boolean(),
]);
const several = z
  .array(z.string())
  .refine(
    (values) => !values.some((value) => value.includes(SEPARATOR)),
    `must not contain "${SEPARATOR}", which separates the values of a property`,
  );

const contact = z
  .strictObject({
    email: z
      .string()
      .trim()
      .toLowerCase()
      .max(320)
      .regex(/^[^\s@]+@[^\s@]+$/, "must be an e-mail address"),
    properties: z
      .record(
        z
          .string()
          .regex(/^[a-z0-9_-]{1,100}$/, "must be a property's internal name in lowercase, such as firstname"),
        z.union([...single.options, z.null(), several]),
      )
      .default({}),
  })
  .check(({ value, issues }) => {
    const given = value.properties.email;
    if (given === undefined || String(given).trim().toLowerCase() === value.email) return;
    const message = `must be left out or be ${value.email}: contacts are found by email`;
    issues.push({ code: "custom", message, path: ["properties", "email"], input: given });
  });

/** The argument `contacts`. Each address occurs once, in lower case as in the CRM. */
export const contactBatch = z
  .array(contact)
  .min(1)
  .max(MAX_CONTACTS)
  .check(({ value, issues }) => {
    const first = new Map<string, number>();
    for (const [index, { email }] of value.entries()) {
      const earlier = first.get(email);
      if (earlier === undefined) first.set(email, index);
      else {
        const message = `is the same address as contacts.${earlier}.email; list each contact once`;
        issues.push({ code: "custom", message, path: [index, "email"], input: email });
      }
    }
  });

export type Contact = z.output<typeof contact>;

/**
 * Creates the request body. A unique trace ID per contact (its position) makes the provider save the valid
 * contacts of a batch. Without it, one invalid contact fails the whole batch. Values are sent as text,
 * several are joined by semicolons, and an empty text clears a property.
 */
export function createUpsertRequest(contacts: readonly Contact[]) {
  return {
    inputs: contacts.map(({ email, properties }, index) => ({
      id: email,
      idProperty: "email",
      objectWriteTraceId: String(index),
      properties: {
        ...Object.fromEntries(
          Object.entries(properties).map(([name, value]) => [name, formatProperty(value)]),
        ),
        email,
      },
    })),
  };
}

function formatProperty(value: Contact["properties"][string]): string {
  if (Array.isArray(value)) return value.map(formatProperty).join(SEPARATOR);
  // The provider does not accept exponents, which JavaScript uses for 1e21 and 1e-7.
  if (typeof value === "number" && /e/.test(String(value)))
    return value.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 20 });
  return String(value ?? "");
}

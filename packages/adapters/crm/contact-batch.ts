import * as z from "zod";

/** The provider's cap of one batch (HubSpot, "Batch create or update contacts"). */
const MAX_CONTACTS = 100;
const MAX_TEXT = 65_536;
/** Stands between the values of one property (HubSpot, "Properties", multiple checkboxes). */
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
    `must not hold "${SEPARATOR}", which stands between the values of a property`,
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
          .regex(
            /^[a-z0-9_-]{1,100}$/,
            "must be a property's internal name in lower case, such as firstname",
          ),
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

/** The argument `contacts`: each address once, in lower case, as the provider keeps it. */
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
        const message = `is the same address as contacts.${earlier}.email; give each contact once`;
        issues.push({ code: "custom", message, path: [index, "email"], input: email });
      }
    }
  });

export type Contact = z.output<typeof contact>;

/**
 * The provider's request body. A trace id of its own for every input (its position) makes the provider save
 * the good ones of a batch that has bad ones; without, one bad contact loses all. Values go as text, several
 * with semicolons between them, and the empty text clears a property.
 */
export function upsertRequest(contacts: readonly Contact[]) {
  return {
    inputs: contacts.map(({ email, properties }, index) => ({
      id: email,
      idProperty: "email",
      objectWriteTraceId: String(index),
      properties: {
        ...Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, propertyText(value)])),
        email,
      },
    })),
  };
}

function propertyText(value: Contact["properties"][string]): string {
  if (Array.isArray(value)) return value.map(propertyText).join(SEPARATOR);
  // The provider reads no exponent, and JavaScript writes one for 1e21 and 1e-7.
  if (typeof value === "number" && /e/.test(String(value)))
    return value.toLocaleString("en", { useGrouping: false, maximumFractionDigits: 20 });
  return String(value ?? "");
}

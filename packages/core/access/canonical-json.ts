/**
 * Writes a value as JSON in one form: keys sorted at every depth, absent values left out. DynamoDB does not
 * keep the order of keys, so a checksum over plain JSON would differ after one round trip.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  let text = "";
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields).sort()) {
    const field = fields[name];
    if (field !== undefined) text += `${text && ","}${JSON.stringify(name)}:${canonicalJson(field)}`;
  }
  return `{${text}}`;
}

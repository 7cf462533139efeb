/**
 * Writes a value as JSON in one form: keys sorted at every depth, absent values left out. DynamoDB does not
 * keep the order of keys, so a checksum over plain JSON would differ after one round trip. What is no plain
 * JSON has a form that nothing else has.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (isInOrder(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isPlainObject(value)) return "not JSON";
  let text = "";
  const fields = value as Record<string, unknown>;
  for (const name of Object.keys(fields).sort()) {
    const field = fields[name];
    if (field !== undefined) text += `${text && ","}${JSON.stringify(name)}:${canonicalJson(field)}`;
  }
  return `{${text}}`;
}

/** Tells whether plain JSON is this form already: it is several times as fast. */
function isInOrder(value: object): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  let before = "";
  for (const name of Object.keys(value)) {
    if (name < before || !isPlain((value as Record<string, unknown>)[name])) return false;
    before = name;
  }
  return isPlainObject(value) && !("toJSON" in value);
}

/**
 * `unmarshall` of @aws-sdk/util-dynamodb makes an attribute named `__proto__` the prototype of its part:
 * fields that the record seems to have, and that no list of its keys names. A stored set has no keys either.
 */
function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** A value without keys, or a list of such. */
function isPlain(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return true;
  return value === null || value === undefined || (Array.isArray(value) && value.every(isPlain));
}

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
  const fields = value as Record<string, unknown>;
  const names = Object.keys(fields).sort();
  // Without a prototype, a field named `__proto__` is a field like any other.
  const sorted: Record<string, unknown> = Object.create(null);
  for (const name of names) sorted[name] = fields[name];
  if (isInOrder(sorted)) return JSON.stringify(sorted);
  let text = "";
  for (const name of names) {
    const field = fields[name];
    if (field !== undefined) text += `${text && ","}${JSON.stringify(name)}:${canonicalJson(field)}`;
  }
  return `{${text}}`;
}

/** Deeper values are not looked into, so that a value is looked at a few times at most. */
const DEEPEST = 3;

/** Tells whether plain JSON is this form already: to write it in one go is several times as fast. */
function isInOrder(value: object, depth = 0): boolean {
  if (depth > DEEPEST) return false;
  if (Array.isArray(value)) return value.every((entry) => isPlain(entry, depth));
  let before = "";
  for (const name of Object.keys(value)) {
    if (name < before || !isPlain((value as Record<string, unknown>)[name], depth)) return false;
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

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return true;
  return value === null || value === undefined || (typeof value === "object" && isInOrder(value, depth + 1));
}

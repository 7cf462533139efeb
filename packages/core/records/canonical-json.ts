/**
 * Serializes a value as JSON in a unique form: keys sorted at every depth, undefined values omitted. DynamoDB
 * does not preserve the order of keys, so a checksum of plain JSON would differ after a round trip. Values
 * that are not plain JSON get a separate form.
 */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (isInOrder(value)) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isPlainObject(value)) return "not JSON";
  const fields = value as Record<string, unknown>;
  const names = Object.keys(fields).sort();
  // Without a prototype, `__proto__` is an ordinary field.
  const sorted: Record<string, unknown> = Object.create(null);
  for (const name of names) sorted[name] = fields[name];
  if (isInOrder(sorted)) return JSON.stringify(sorted);
  let text = "";
  for (const name of names) {
    const field = fields[name];
    if (field === undefined) continue;
    if (text !== "") text += ",";
    text += `${JSON.stringify(name)}:${canonicalJson(field)}`;
  }
  return `{${text}}`;
}

/** Maximum depth to check. Limits how often each value is visited. */
const MAX_DEPTH = 3;

/** Returns true if plain JSON is already canonical. Serializing it in one go is several times faster. */
function isInOrder(value: object, depth = 0): boolean {
  if (depth > MAX_DEPTH) return false;
  if (Array.isArray(value)) return value.every((entry) => isPlain(entry, depth));
  let before = "";
  for (const name of Object.keys(value)) {
    if (name < before || !isPlain((value as Record<string, unknown>)[name], depth)) return false;
    before = name;
  }
  return isPlainObject(value) && !("toJSON" in value);
}

/**
 * Returns true if a value is a plain object. `unmarshall` of @aws-sdk/util-dynamodb turns an attribute named
 * `__proto__` into the prototype, so that the record seems to have fields that are not among its keys. A
 * stored set has no keys either.
 */
function isPlainObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function isPlain(value: unknown, depth: number): boolean {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return true;
  return value === null || value === undefined || (typeof value === "object" && isInOrder(value, depth + 1));
}

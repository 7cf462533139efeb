type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns whether a record passes one of the tracker's filters: `and`, `or`, nested records, and the
 * comparators named here.
 */
export function passes(record: unknown, filter: unknown): boolean {
  if (!isFields(filter)) return true;
  return Object.entries(filter).every(([name, wanted]) => {
    if (name === "and" && Array.isArray(wanted)) return wanted.every((each) => passes(record, each));
    if (name === "or" && Array.isArray(wanted)) return wanted.some((each) => passes(record, each));
    const comparator = comparators.get(name);
    if (comparator !== undefined) return comparator(record, wanted);
    return passes(isFields(record) ? record[name] : undefined, wanted);
  });
}

const comparators: ReadonlyMap<string, (value: unknown, wanted: unknown) => boolean> = new Map([
  ["eq", (value: unknown, wanted: unknown) => value === wanted],
  ["neq", (value: unknown, wanted: unknown) => value !== wanted],
  ["eqIgnoreCase", (value: unknown, wanted: unknown) => lower(value) === lower(wanted)],
  [
    "containsIgnoreCase",
    (value: unknown, wanted: unknown) => String(lower(value)).includes(String(lower(wanted))),
  ],
  ["in", (value: unknown, wanted: unknown) => Array.isArray(wanted) && wanted.includes(value)],
  ["null", (value: unknown, wanted: unknown) => (value === undefined || value === null) === wanted],
]);

function lower(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

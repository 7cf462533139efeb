import type { ShownSchema } from "./shown-schema.ts";

/** The kind of value, in a word or two: `string (uuid)`, `array`, `"ok"`. Empty of a choice. */
export function typeWords({ type, format, const: only, enum: some, anyOf, allOf }: ShownSchema): string {
  if (only !== undefined) return JSON.stringify(only);
  if (some !== undefined) return some.map((value) => JSON.stringify(value)).join(" | ");
  if (type === undefined) return anyOf || allOf ? "" : "any JSON";
  const name = [type].flat().join(" or ");
  return format === undefined ? name : `${name} (${format})`;
}

/** What else holds of a value. */
export function limitWords(schema: ShownSchema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, minProperties } = schema;
  return [
    range(minLength, maxLength, "characters"),
    range(minimum, maximum, ""),
    range(minItems, maxItems, "entries"),
    range(minProperties, undefined, "fields"),
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
    schema.writeOnly ? "secret: in no answer" : "",
  ].filter((words) => words !== "");
}

function range(least: number | undefined, most: number | undefined, unit: string): string {
  if (most === undefined) return least === undefined ? "" : `at least ${least} ${unit}`.trim();
  return `${least === undefined ? "at most" : `${least} to`} ${most} ${unit}`.trim();
}

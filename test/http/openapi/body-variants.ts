import type { OpenApiDocument } from "../../../packages/http/openapi/open-api-document.ts";

type Schemas = OpenApiDocument["components"]["schemas"];
type Path = readonly (string | number)[];

export interface Variant {
  what: string;
  body: unknown;
}

/** Values of every type: most of them wrong wherever they are put. */
const STRANGERS = [null, true, false, 7, -1, 0.5, "x", "", " ", "two\nlines", [], ["x"], {}, { x: 1 }];

/**
 * The body, and bodies around it: on every limit that its schema names, one beyond it, and of every wrong
 * type.
 */
export function variantsOf(body: unknown, schema: unknown, schemas: Schemas): Variant[] {
  return [
    { what: "as it is", body },
    ...placesIn(schema, body, schemas).flatMap(({ path, schema: there, value, required }) => [
      ...around(there, value).map((changed, index) => ({
        what: `${path.join(".")} variant ${index}: ${JSON.stringify(changed)?.slice(0, 40)}`,
        body: withValue(body, path, changed),
      })),
      ...(required ? [{ what: `without ${path.join(".")}`, body: withValue(body, path, undefined) }] : []),
    ]),
  ];
}

interface Place {
  path: Path;
  schema: Record<string, unknown>;
  value: unknown;
  required: boolean;
}

/** Every field the schema names, and the first entries of lists the body has. */
function placesIn(
  schema: unknown,
  value: unknown,
  schemas: Schemas,
  path: Path = [],
  required = false,
): Place[] {
  const here = resolved(schema, schemas);
  const { properties = {}, items } = here;
  const needed = Array.isArray(here.required) ? here.required : [];
  const fields = Object.entries(Object(properties)).flatMap(([name, field]) =>
    // Where the value itself is missing, so are its fields.
    value === undefined
      ? []
      : placesIn(field, Object(value)[name], schemas, [...path, name], needed.includes(name)),
  );
  const entries =
    items && Array.isArray(value) && value.length > 0 ? placesIn(items, value[0], schemas, [...path, 0]) : [];
  return [{ path, schema: here, value, required }, ...fields, ...entries];
}

function resolved(schema: unknown, schemas: Schemas): Record<string, unknown> {
  const { $ref, anyOf } = Object(schema);
  if (typeof $ref === "string") return schemas[$ref.slice("#/components/schemas/".length)] ?? {};
  return Array.isArray(anyOf) ? { ...Object(schema), ...Object(anyOf[0]) } : Object(schema);
}

function around(schema: Record<string, unknown>, value: unknown): unknown[] {
  const limit = (name: string) => (typeof schema[name] === "number" ? [schema[name]] : []);
  const lengths = limit("maxLength").flatMap((most) => [most, most + 1]);
  const numbers = [...limit("minimum"), ...limit("maximum")].flatMap((bound) => [
    bound - 1,
    bound,
    bound + 1,
  ]);
  const counts = limit("maxItems").flatMap((most) => [most, most + 1]);
  const entry = Array.isArray(value) ? value.at(-1) : "x";
  return [
    ...STRANGERS,
    ...lengths.map((length) => "x".repeat(length)),
    ...numbers,
    ...counts.map((count) => Array.from({ length: count }, () => entry)),
    ...(value !== null && typeof value === "object" && !Array.isArray(value)
      ? [{ ...value, unknown_field: 1 }]
      : []),
  ];
}

function withValue(body: unknown, [first, ...rest]: Path, value: unknown): unknown {
  if (first === undefined) return value;
  if (Array.isArray(body)) return body.with(Number(first), withValue(body[Number(first)], rest, value));
  const { [first]: old, ...others } = Object(body);
  const changed = withValue(old, rest, value);
  return changed === undefined ? others : { ...others, [first]: changed };
}

import type { JsonSchema } from "@plumbline/core/tool/tool-forms.ts";
import * as z from "zod";
import { html, line, type Markup, NOTHING, prose } from "./markup.ts";

/** Longer patterns are hidden; the description explains them. */
const READABLE_PATTERN = 60;

/** Renders a schema as nested lists. Named schemas are links. */
export function schemaTree(schema: JsonSchema): Markup {
  const shown = shownSchema.parse(schema);
  return html`<div class="schema">${summary(shown)}${shown.description === undefined ? NOTHING : prose(shown.description)}${inside(shown)}</div>`;
}

/** Returns the anchor of a named schema on the schemas page. */
export function schemaAnchor(name: string): string {
  return `schema-${name}`;
}

/** Renders type and limits on one line. */
function summary(schema: ShownSchema): Markup {
  const { $ref, items, pattern = "" } = schema;
  if ($ref !== undefined) return reference($ref);
  const present = unlessNull(schema);
  if (present) return html`${summary(present)} or null${limits(schema)}`;
  const readable = pattern !== "" && pattern.length <= READABLE_PATTERN;
  const form = readable ? html`, matching <code>${pattern}</code>` : NOTHING;
  const of = items === undefined ? NOTHING : html` of ${summary(items)}`;
  return html`<span class="type">${typeWords(schema)}${of}${limits(schema)}${form}</span>`;
}

function limits(schema: ShownSchema): Markup[] {
  return limitWords(schema).map((words) => html`, ${words}`);
}

/** Returns the schema of the value if the schema is "value or null". */
function unlessNull({ anyOf = [] }: ShownSchema): ShownSchema | undefined {
  const [value, ...others] = anyOf.filter(({ type }) => type !== "null");
  return anyOf.length === 2 && others.length === 0 ? value : undefined;
}

function reference($ref: string): Markup {
  const name = $ref.slice($ref.lastIndexOf("/") + 1);
  return html`<a class="type" href="api-schemas#${schemaAnchor(name)}">${name}</a>`;
}

/** Renders fields, choices and conditions. */
function inside(schema: ShownSchema): Markup {
  const present = unlessNull(schema);
  if (present) return inside(present);
  const { properties = {}, required = [], oneOf = [], anyOf = oneOf, allOf = [], items } = schema;
  const fields = Object.entries(properties).map(([name, field]) =>
    fieldItem(name, field, required.includes(name)),
  );
  const choices = anyOf.map((choice) => html`<li>${summary(choice)}${inside(choice)}</li>`);
  const conditions = allOf.map(conditionItem);
  return html`${list(fields)}${choices.length > 0 ? html`<p>One of</p>` : NOTHING}${list(choices)}${list(conditions)}${items ? inside(items) : NOTHING}`;
}

function list(items: readonly Markup[]): Markup {
  return items.length > 0 ? html`<ul>${items}</ul>` : NOTHING;
}

function fieldItem(name: string, field: ShownSchema, required: boolean): Markup {
  const told =
    field.description === undefined ? NOTHING : html`<div class="told">${line(field.description)}</div>`;
  const need = required ? html` <span class="need">required</span>` : NOTHING;
  return html`<li><code>${name}</code> ${summary(field)}${need}${told}${inside(field)}</li>`;
}

/** Renders `if` and `then`: what applies to other fields if one has a certain value. */
function conditionItem({ if: condition, then: consequence }: ShownSchema): Markup {
  const when = Object.entries(condition?.properties ?? {}).map(
    ([name, field]) => html`where <code>${name}</code> is ${summary(field)}`,
  );
  return html`<li>${when}${consequence ? inside(consequence) : NOTHING}</li>`;
}

/** Returns the type in a few words: `string (uuid)`, `array`, `"ok"`. Empty for a choice. */
export function typeWords({
  type,
  format,
  const: only,
  enum: some,
  anyOf,
  oneOf,
  allOf,
}: ShownSchema): string {
  if (only !== undefined) return JSON.stringify(only);
  if (some !== undefined) return some.map((value) => JSON.stringify(value)).join(" | ");
  if (type === undefined) return anyOf || oneOf || allOf ? "" : "any JSON";
  const name = [type].flat().join(" or ");
  return format === undefined ? name : `${name} (${format})`;
}

/** Describes the limits of a value in words. */
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

const size = z.number().optional();

/** The subset of JSON Schema that our documents use and the page can show. Throws for any other schema. */
export const shownSchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  writeOnly: z.boolean().optional(),
  minLength: size,
  maxLength: size,
  minimum: size,
  maximum: size,
  minItems: size,
  maxItems: size,
  minProperties: size,
  required: z.array(z.string()).optional(),
  get properties() {
    return z.record(z.string(), shownSchema).optional();
  },
  get items() {
    return shownSchema.optional();
  },
  get anyOf() {
    return z.array(shownSchema).optional();
  },
  get oneOf() {
    return z.array(shownSchema).optional();
  },
  get allOf() {
    return z.array(shownSchema).optional();
  },
  get if() {
    return shownSchema.optional();
  },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema; nobody awaits this.
  get then() {
    return shownSchema.optional();
  },
});

export type ShownSchema = z.output<typeof shownSchema>;

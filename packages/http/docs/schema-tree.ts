import type { JsonSchema } from "@plumbline/core/tool/tool-forms.ts";
import * as z from "zod";
import { html, type Markup, NOTHING, renderDescription, renderLine } from "./markup.ts";

/** Maximum length of a pattern to show. The description explains longer ones. */
const MAX_PATTERN = 60;

/** Renders a schema as nested lists. Named schemas are links. */
export function renderSchema(schema: JsonSchema): Markup {
  const shown = shownSchema.parse(schema);
  return html`<div class="schema">${renderSummary(shown)}${shown.description === undefined ? NOTHING : renderDescription(shown.description)}${renderContents(shown)}</div>`;
}

/** Returns the anchor of a named schema on the schemas page. */
export function getSchemaAnchor(name: string): string {
  return `schema-${name}`;
}

/** Renders type and limits on one line. */
function renderSummary(schema: ShownSchema): Markup {
  const { $ref, items, pattern = "" } = schema;
  if ($ref !== undefined) return renderReference($ref);
  const present = unwrapNullable(schema);
  if (present) return html`${renderSummary(present)} or null${renderLimits(schema)}`;
  const readable = pattern !== "" && pattern.length <= MAX_PATTERN;
  const form = readable ? html`, matching <code>${pattern}</code>` : NOTHING;
  const ofItems = items === undefined ? NOTHING : html` of ${renderSummary(items)}`;
  return html`<span class="type">${describeType(schema)}${ofItems}${renderLimits(schema)}${form}</span>`;
}

function renderLimits(schema: ShownSchema): Markup[] {
  return describeLimits(schema).map((words) => html`, ${words}`);
}

/** Returns the schema of the value if the schema means "value or null". */
function unwrapNullable({ anyOf = [] }: ShownSchema): ShownSchema | undefined {
  const [value, ...others] = anyOf.filter(({ type }) => type !== "null");
  return anyOf.length === 2 && others.length === 0 ? value : undefined;
}

function renderReference($ref: string): Markup {
  const name = $ref.slice($ref.lastIndexOf("/") + 1);
  return html`<a class="type" href="api-schemas#${getSchemaAnchor(name)}">${name}</a>`;
}

/** Renders fields, choices and conditions. */
function renderContents(schema: ShownSchema): Markup {
  const present = unwrapNullable(schema);
  if (present) return renderContents(present);
  const { properties = {}, required = [], oneOf = [], anyOf = oneOf, allOf = [], items } = schema;
  const fields = Object.entries(properties).map(([name, field]) =>
    renderField(name, field, required.includes(name)),
  );
  const choices = anyOf.map((choice) => html`<li>${renderSummary(choice)}${renderContents(choice)}</li>`);
  const conditions = allOf.map(renderCondition);
  return html`${renderList(fields)}${choices.length > 0 ? html`<p>One of</p>` : NOTHING}${renderList(choices)}${renderList(conditions)}${items ? renderContents(items) : NOTHING}`;
}

function renderList(items: readonly Markup[]): Markup {
  return items.length > 0 ? html`<ul>${items}</ul>` : NOTHING;
}

function renderField(name: string, field: ShownSchema, required: boolean): Markup {
  const description =
    field.description === undefined
      ? NOTHING
      : html`<div class="told">${renderLine(field.description)}</div>`;
  const requiredMark = required ? html` <span class="need">required</span>` : NOTHING;
  return html`<li><code>${name}</code> ${renderSummary(field)}${requiredMark}${description}${renderContents(field)}</li>`;
}

/** Renders `if` and `then`: the rules for other fields if one has a certain value. */
function renderCondition({ if: condition, then: consequence }: ShownSchema): Markup {
  const when = Object.entries(condition?.properties ?? {}).map(
    ([name, field]) => html`where <code>${name}</code> is ${renderSummary(field)}`,
  );
  return html`<li>${when}${consequence ? renderContents(consequence) : NOTHING}</li>`;
}

/** Returns the type in a few words: `string (uuid)`, `array`, `"ok"`. Empty for a choice. */
export function describeType(schema: ShownSchema): string {
  const { type, format, const: constant, enum: choices, anyOf, oneOf, allOf } = schema;
  if (constant !== undefined) return JSON.stringify(constant);
  if (choices !== undefined) return choices.map((value) => JSON.stringify(value)).join(" | ");
  if (type === undefined) return anyOf || oneOf || allOf ? "" : "any JSON";
  const name = [type].flat().join(" or ");
  return format === undefined ? name : `${name} (${format})`;
}

/** Describes the limits of a value in words. */
export function describeLimits(schema: ShownSchema): string[] {
  const { minLength, maxLength, minimum, maximum, minItems, maxItems, minProperties } = schema;
  return [
    describeRange(minLength, maxLength, "characters"),
    describeRange(minimum, maximum, ""),
    describeRange(minItems, maxItems, "entries"),
    describeRange(minProperties, undefined, "fields"),
    schema.default === undefined ? "" : `default ${JSON.stringify(schema.default)}`,
    schema.writeOnly ? "secret: never returned" : "",
  ].filter((words) => words !== "");
}

function describeRange(least: number | undefined, most: number | undefined, unit: string): string {
  if (most === undefined) return least === undefined ? "" : `at least ${least} ${unit}`.trim();
  return `${least === undefined ? "at most" : `${least} to`} ${most} ${unit}`.trim();
}

const optionalNumber = z.number().optional();

/** The JSON Schema keywords that the pages render. Throws if one has an unexpected form; ignores others. */
export const shownSchema = z.looseObject({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  format: z.string().optional(),
  pattern: z.string().optional(),
  writeOnly: z.boolean().optional(),
  minLength: optionalNumber,
  maxLength: optionalNumber,
  minimum: optionalNumber,
  maximum: optionalNumber,
  minItems: optionalNumber,
  maxItems: optionalNumber,
  minProperties: optionalNumber,
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

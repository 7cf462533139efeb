import type { JsonSchema } from "@plumbline/core/tool/tool-forms.ts";
import { html, type Markup, NOTHING } from "./markup.ts";
import { line, prose } from "./prose.ts";
import { limitWords, typeWords } from "./schema-words.ts";
import { type ShownSchema, shownSchema } from "./shown-schema.ts";

/** Longer patterns are for machines; what they mean is in the description. */
const READABLE_PATTERN = 60;

/** A schema as nested lists; named ones are links to where they are told. */
export function schemaTree(schema: JsonSchema): Markup {
  const shown = shownSchema.parse(schema);
  return html`<div class="schema">${summary(shown)}${shown.description === undefined ? NOTHING : prose(shown.description)}${inside(shown)}</div>`;
}

/** Where a named schema is told on the page. */
export function schemaAnchor(name: string): string {
  return `schema-${name}`;
}

/** Type and limits on one line. */
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

/** Of a value or null: the value. */
function unlessNull({ anyOf = [] }: ShownSchema): ShownSchema | undefined {
  const [value, ...others] = anyOf.filter(({ type }) => type !== "null");
  return anyOf.length === 2 && others.length === 0 ? value : undefined;
}

function reference($ref: string): Markup {
  const name = $ref.slice($ref.lastIndexOf("/") + 1);
  return html`<a class="type" href="#${schemaAnchor(name)}">${name}</a>`;
}

/** Fields, choices and conditions. */
function inside(schema: ShownSchema): Markup {
  const present = unlessNull(schema);
  if (present) return inside(present);
  const { properties = {}, required = [], anyOf = [], allOf = [], items } = schema;
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

/** `if` and `then`: what holds of other fields where one has a certain value. */
function conditionItem({ if: condition, then: consequence }: ShownSchema): Markup {
  const when = Object.entries(condition?.properties ?? {}).map(
    ([name, field]) => html`where <code>${name}</code> is ${summary(field)}`,
  );
  return html`<li>${when}${consequence ? inside(consequence) : NOTHING}</li>`;
}

/** Text that is already HTML. Create it only with `html`, so that all other text is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | Markup | readonly Markup[];

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Builds HTML. Escapes every string, as text or within quoted attributes, and keeps markup. */
export function html(literals: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const pieces = literals.map((literal, index) => literal + renderContent(values[index] ?? ""));
  return new Markup(pieces.join(""));
}

/** Empty markup. */
export const NOTHING = new Markup("");

function renderContent(value: Content): string {
  if (typeof value === "string") return value.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
  if (value instanceof Markup) return value.text;
  return value.map(({ text }) => text).join("");
}

/** Renders a whole document. `head` contains more elements of its head. */
export function renderDocument(
  { title, style, head = NOTHING }: { title: string; style: string; head?: Markup },
  body: Markup,
): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${body}
</body>
</html>
`.text;
}

/** Renders a description in CommonMark: paragraphs, flat lists and `code`. */
export function renderDescription(text: string): Markup {
  return html`${text.split("\n\n").map(renderBlock)}`;
}

/** Renders a single line of a description. */
export function renderLine(text: string): Markup {
  return html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

function renderBlock(text: string): Markup {
  const lines = text.split("\n");
  if (!lines.every((one) => one.startsWith("- "))) return html`<p>${renderLine(text)}</p>`;
  return html`<ul>${lines.map((one) => html`<li>${renderLine(one.slice(2))}</li>`)}</ul>`;
}

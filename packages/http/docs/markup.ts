/** Text that is HTML already. Made by `html` alone, so that all else is escaped. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Content = string | Markup | readonly Markup[];

const ESCAPED: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/**
 * HTML with values in it, as text or within a quoted attribute: every string is escaped, markup stays as it
 * is.
 */
export function html(literals: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const pieces = literals.map((literal, index) => literal + written(values[index] ?? ""));
  return new Markup(pieces.join(""));
}

/** Empty markup. */
export const NOTHING = new Markup("");

function written(value: Content): string {
  if (typeof value === "string") return value.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? "");
  if (value instanceof Markup) return value.text;
  return value.map(({ text }) => text).join("");
}

/** Renders one of our descriptions: paragraphs, lists of one level and `code`, as CommonMark has them. */
export function prose(text: string): Markup {
  return html`${text.split("\n\n").map(block)}`;
}

/** One line of it. */
export function line(text: string): Markup {
  return html`${text.split("`").map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`;
}

function block(text: string): Markup {
  const lines = text.split("\n");
  if (!lines.every((one) => one.startsWith("- "))) return html`<p>${line(text)}</p>`;
  return html`<ul>${lines.map((one) => html`<li>${line(one.slice(2))}</li>`)}</ul>`;
}

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

/** HTML with values in it, as text or within a quoted attribute: every string is escaped, markup stays as it is. */
export function html(literals: TemplateStringsArray, ...values: readonly Content[]): Markup {
  const pieces = literals.map((literal, index) => literal + written(values[index] ?? ""));
  return new Markup(pieces.join(""));
}

/** Markup of which there is none. */
export const NOTHING = new Markup("");

function written(value: Content): string {
  if (typeof value === "string") return value.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? "");
  if (value instanceof Markup) return value.text;
  return value.map(({ text }) => text).join("");
}

import { html, type Markup } from "./markup.ts";

/** A description of ours: paragraphs, lists of one level and `code`, as CommonMark has them. */
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

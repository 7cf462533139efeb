import type { ComponentChildren } from "preact";

/** Strong words and code of Markdown. All else stays as it is written: an address becomes no link. */
const MARKED = /(\*\*[^*\n]+\*\*|`[^`\n]+`)/;

export function formatText(text: string): ComponentChildren {
  return text.split(MARKED).map((part) => {
    if (part.startsWith("**") && part.endsWith("**") && part.length > 4)
      return <strong>{part.slice(2, -2)}</strong>;
    if (part.startsWith("`") && part.endsWith("`") && part.length > 2)
      return <code>{part.slice(1, -1)}</code>;
    return part;
  });
}

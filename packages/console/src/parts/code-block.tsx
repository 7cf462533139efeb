import type { JSX } from "preact";
import { CopyButton } from "./copy-button.tsx";

/** JSON or another text as it stands, with a button that copies it. */
export function CodeBlock({ value, label }: { value: unknown; label: string }): JSX.Element {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return (
    <figure class="code-block">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={() => text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard. */}
      <section class="code-scroll" aria-label={label} tabIndex={0}>
        <pre>{text}</pre>
      </section>
    </figure>
  );
}

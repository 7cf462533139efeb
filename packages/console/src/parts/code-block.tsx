import type { JSX } from "preact";
import { CopyButton } from "./copy-button.tsx";

/** Shows JSON or another text verbatim, with a copy button. */
export function CodeBlock({ value, label }: { value: unknown; label: string }): JSX.Element {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return (
    <figure class="code-block">
      <figcaption>
        <span>{label}</span>
        <CopyButton text={() => text} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling must work with the keyboard. */}
      <pre tabIndex={0}>{text}</pre>
    </figure>
  );
}

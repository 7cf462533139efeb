import type { JSX } from "preact";

interface WithheldProps {
  /** Sentences of a model that may not be presented as fact, with the reasons. */
  sentences: readonly { text: string; reason: string }[];
}

/** Shows withheld sentences, collapsed into one line with their number. */
export function Withheld({ sentences }: WithheldProps): JSX.Element | null {
  if (sentences.length === 0) return null;
  return (
    <details class="withheld">
      <summary>
        {sentences.length === 1 ? "One sentence withheld" : `${sentences.length} sentences withheld`}: show
      </summary>
      <ul>
        {sentences.map(({ text, reason }, at) => (
          <li key={at}>
            <s>{text}</s> <span class="soft">{reason}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

import type { JSX } from "preact";

interface WithheldProps {
  /** What a model wrote and may not pass as fact, and why. */
  sentences: readonly { text: string; reason: string }[];
}

/** Sentences that were withheld, folded into one line that says how many. */
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

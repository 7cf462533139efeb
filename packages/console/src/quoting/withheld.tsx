import type { JSX } from "preact";

/** A sentence that a model wrote and that may not pass as fact, with the reason. */
export function Withheld({ text, reason }: { text: string; reason: string }): JSX.Element {
  return (
    <p class="withheld">
      <span class="withheld-label">Withheld</span> <s>{text}</s>
      <span class="small soft"> {reason}</span>
    </p>
  );
}

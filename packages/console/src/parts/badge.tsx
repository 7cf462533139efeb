import type { ComponentChildren, JSX } from "preact";

export type Tone = "neutral" | "accent" | "good" | "wait" | "bad";

/** Shows a state as a word. The colour is only an aid. */
export function Badge({ tone, children }: { tone: Tone; children: ComponentChildren }): JSX.Element {
  return <span class={`badge ${tone}`}>{children}</span>;
}

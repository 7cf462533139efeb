import type { ComponentChildren, JSX } from "preact";

export type Tone = "neutral" | "accent" | "good" | "wait" | "bad";

/** A state in a word. The word says it; the colour only helps. */
export function Badge({ tone, children }: { tone: Tone; children: ComponentChildren }): JSX.Element {
  return <span class={`badge ${tone}`}>{children}</span>;
}

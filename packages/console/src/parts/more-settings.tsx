import type { ComponentChildren, JSX } from "preact";

/** Settings that few people change, collapsed by default. */
export function MoreSettings({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <details class="more-settings">
      <summary>More settings</summary>
      {children}
    </details>
  );
}

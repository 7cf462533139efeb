import type { ComponentChildren, JSX } from "preact";

/** What most people leave as it is: folded away until somebody asks for it. */
export function MoreSettings({ children }: { children: ComponentChildren }): JSX.Element {
  return (
    <details class="more-settings">
      <summary>More settings</summary>
      {children}
    </details>
  );
}

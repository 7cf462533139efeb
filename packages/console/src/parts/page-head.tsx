import { type ReadonlySignal, signal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";

const shown = signal<string | undefined>(undefined);

/** Title of the page as its heading shows it, for the title of the window. */
export const shownTitle: ReadonlySignal<string | undefined> = shown;

interface PageHeadProps {
  title: string;
  /** One sentence about the purpose of the page. */
  lead?: ComponentChildren;
  /** Buttons for the whole page. */
  children?: ComponentChildren;
}

/** The head of a page. */
export function PageHead({ title, lead, children }: PageHeadProps): JSX.Element {
  useEffect(() => {
    shown.value = title;
    return () => {
      shown.value = undefined;
    };
  }, [title]);
  return (
    <div class="page-head">
      <div>
        <h1>{title}</h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
      </div>
      {children !== undefined && <div class="page-actions">{children}</div>}
    </div>
  );
}

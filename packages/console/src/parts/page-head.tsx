import type { ComponentChildren, JSX } from "preact";

interface PageHeadProps {
  title: string;
  /** One sentence about the purpose of the page. */
  lead?: ComponentChildren;
  /** Buttons for the whole page. */
  children?: ComponentChildren;
}

/** The head of a page. */
export function PageHead({ title, lead, children }: PageHeadProps): JSX.Element {
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

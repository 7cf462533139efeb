import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./icon.tsx";

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** Describes what the list would show, and how to get there. */
  children?: ComponentChildren;
}

/** Shown in place of an empty list. */
export function EmptyState({ icon, title, children }: EmptyStateProps): JSX.Element {
  return (
    <div class="empty-state">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

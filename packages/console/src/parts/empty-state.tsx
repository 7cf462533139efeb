import type { ComponentChildren, JSX } from "preact";
import { Icon, type IconName } from "./icon.tsx";

interface EmptyStateProps {
  icon: IconName;
  title: string;
  /** What it would show, and how to get there. */
  children?: ComponentChildren;
}

/** Stands where a list has no entries. */
export function EmptyState({ icon, title, children }: EmptyStateProps): JSX.Element {
  return (
    <div class="empty-state">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children}
    </div>
  );
}

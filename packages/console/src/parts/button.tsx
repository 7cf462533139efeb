import type { ComponentChildren, JSX } from "preact";

interface ButtonProps {
  /** `primary`: the main action here. `danger`: an action that cannot be undone. */
  kind?: "primary" | "plain" | "danger";
  type?: "button" | "submit";
  /** Shows that the action is in progress, and disables the button. */
  isBusy?: boolean;
  disabled?: boolean;
  class?: string;
  onClick?: () => void;
  children: ComponentChildren;
}

export function Button({
  kind = "plain",
  type = "button",
  isBusy = false,
  disabled = false,
  class: more = "",
  onClick,
  children,
}: ButtonProps): JSX.Element {
  return (
    <button
      type={type}
      class={`button ${kind} ${more}`}
      disabled={disabled || isBusy}
      aria-busy={isBusy}
      onClick={() => onClick?.()}
    >
      {children}
    </button>
  );
}

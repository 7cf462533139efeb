import type { ComponentChildren, JSX } from "preact";

interface ButtonProps {
  /** `primary`: the one thing to do here. `danger`: what cannot be undone. */
  kind?: "primary" | "plain" | "danger";
  type?: "button" | "submit";
  /** Shows that it works, and takes no second click. */
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

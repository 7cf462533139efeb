import type { JSX } from "preact";

/** Shows the product's name and logo. */
export function Brand(): JSX.Element {
  return (
    <p class="brand">
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
        <rect class="brand-field" width="32" height="32" rx="8" />
        <path class="brand-string" d="M16 5v9" />
        <path class="brand-bob" d="M11 14h10l-1.5 6L16 27l-3.5-7z" />
      </svg>
      Plumbline
    </p>
  );
}

import { signal } from "@preact/signals";
import type { JSX } from "preact";

const STAYS_MS = 5_000;

const shown = signal<readonly { id: number; text: string }[]>([]);
let made = 0;

/** Shows a brief confirmation: `toast("Copied")`. */
export function toast(text: string): void {
  made += 1;
  const id = made;
  shown.value = [...shown.value, { id, text }];
  setTimeout(() => {
    shown.value = shown.value.filter((one) => one.id !== id);
  }, STAYS_MS);
}

/** Shows the message of an error. */
export function toastProblem(problem: unknown): void {
  toast(problem instanceof Error ? problem.message : String(problem));
}

/** Container for toasts, rendered once in the page. */
export function Toasts(): JSX.Element {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {shown.value.map(({ id, text }) => (
        <p key={id} class="toast">
          {text}
        </p>
      ))}
    </div>
  );
}

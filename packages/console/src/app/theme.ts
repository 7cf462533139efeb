import { type Signal, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const KEPT_AS = "plumbline-theme";

export const theme: Signal<Theme> = signal(keptTheme());

/** Applies the chosen colours to the page. `system` leaves them to the browser. */
export function applyTheme(): void {
  document.documentElement.dataset.theme = theme.value;
}

/** Chooses colours and stores the choice in this browser. */
export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  localStorage.setItem(KEPT_AS, chosen);
  applyTheme();
}

function keptTheme(): Theme {
  const kept = localStorage.getItem(KEPT_AS);
  return kept === "light" || kept === "dark" ? kept : "system";
}

import type { ReadonlySignal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { IconName } from "../parts/icon.tsx";
import type { KeyScope } from "./visit-state.ts";

/** Headings of the navigation, in order. */
export const PAGE_GROUPS = ["Start", "Ask", "Act", "Watch", "Manage"] as const;

/** A page of the console. */
export interface ConsolePage {
  /** First part of its address: `tools` for `#/tools`. */
  path: string;
  title: string;
  icon: IconName;
  group: (typeof PAGE_GROUPS)[number];
  /** Shown to keys with one of these scopes, or with `operator`, to an operator's key. */
  needs: KeyScope | readonly KeyScope[] | "operator";
  /** Set if other pages link to it and the navigation does not. */
  isUnlisted?: true;
  /** Number of waiting items in words, which the navigation shows. Empty for none. */
  waiting?: ReadonlySignal<string>;
  /** Renders the page. Reads the rest of the address from `place`. */
  Body: ComponentType;
}

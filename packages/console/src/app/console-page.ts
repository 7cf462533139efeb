import type { ReadonlySignal } from "@preact/signals";
import type { ComponentType } from "preact";
import type { IconName } from "../parts/icon.tsx";
import type { KeyScope } from "./visit-state.ts";

/** Headings of the navigation, in its order. */
export const PAGE_GROUPS = ["Ask", "Act", "Watch", "Manage"] as const;

/** A page of the console. */
export interface ConsolePage {
  /** The first part of its address: `tools` for `#/tools`. */
  path: string;
  title: string;
  icon: IconName;
  group: (typeof PAGE_GROUPS)[number];
  /** Shown to keys with one of these scopes; `operator`: to an operator's key. */
  needs: KeyScope | readonly KeyScope[] | "operator";
  /** Things on it that wait for somebody, which the navigation shows. */
  waiting?: ReadonlySignal<number>;
  /** Reads what follows in the address from `place`. */
  Body: ComponentType;
}

import { loadOnce } from "@plumbline/core/loading/load-once.ts";

/** Loads the guard when first needed. Functions that load only the gate do not contain it. */
export const loadGuard = loadOnce(() => import("@plumbline/grounding/guard"));

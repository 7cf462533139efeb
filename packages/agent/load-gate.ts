import { loadOnce } from "@plumbline/core/loading/load-once.ts";

/** Loads the gate when first needed, because most requests need none. */
export const loadGate = loadOnce(() => import("@plumbline/grounding/gate"));

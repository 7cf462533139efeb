import { loadOnce } from "@plumbline/core/loading/load-once.ts";

// Loaded when first needed, because most requests need neither.
export const loadGate = loadOnce(() => import("@plumbline/grounding/gate"));
export const loadGuard = loadOnce(() => import("@plumbline/grounding/guard"));

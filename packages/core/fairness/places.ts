import type { SharedBy } from "./shares.ts";

/** Places of one process, by what they are for; docs/limits.md lists them. */
export const PLACES: Readonly<Record<SharedBy, number>> = {
  calls: 1_024,
  origin: 256,
  runs: 256,
  research: 64,
  model: 256,
};

/** Requests that may be under way to one origin that answers both tool calls and questions to the model. */
export const PLACES_AT_ONE_ORIGIN = PLACES.origin + PLACES.model;

import { calendar } from "./calendar.ts";
import { chatapp } from "./chatapp.ts";
import { crm } from "./crm.ts";
import { microblog } from "./microblog.ts";
import { notes } from "./notes.ts";
import type { ProviderBench } from "./provider-bench.ts";
import { tracker } from "./tracker.ts";

/** Every HTTP adapter whose provider has an SDK, by the specification's word. */
export const providers: Readonly<Record<string, ProviderBench>> = {
  chatapp,
  notes,
  crm,
  tracker,
  microblog,
  calendar,
};

import { MemoryRecordStore } from "../support/memory-record-store.ts";

/** Stores in a map that copy nothing, so that a benchmark shows the dispatcher's own cost without a store's. */
export function inMemory() {
  return {
    records: new MemoryRecordStore({ copies: false }),
    labelClaims: {
      claim: async () => true,
      free: async () => undefined,
      claimants: async () => [],
      async *claimantsOfKinds() {},
    },
  };
}

import { MemoryRecordStore } from "../support/memory-record-store.ts";

/** Stores in a map that copy nothing: a benchmark shows the cost of the dispatcher, not of a store. */
export function inMemory() {
  return {
    records: new MemoryRecordStore({ copies: false }),
    labelClaims: {
      claim: async () => true,
      free: async () => undefined,
      claimants: async () => [],
      async *claimantsOfKinds() {
        yield [];
      },
    },
  };
}

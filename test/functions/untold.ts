import type { Invoked } from "../../packages/functions/runtime/invocation.ts";

/** Parts that nobody freezes. */
export function untold<Parts extends object>(parts: Parts): Parts & Invoked {
  return { ...parts, beginInvocation: () => undefined, endInvocation: () => undefined };
}

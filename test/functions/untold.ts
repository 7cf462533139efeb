import type { InvocationHooks } from "../../packages/functions/runtime/invocation.ts";

/** Parts that nobody freezes. */
export function untold<Parts extends object>(parts: Parts): Parts & InvocationHooks {
  return { ...parts, beginInvocation: () => undefined, endInvocation: () => undefined };
}

import { type Decider, isCallerOf } from "@plumbline/core/approvals/who-decides.ts";
import { expect, test } from "vitest";
import { tenantCaller } from "../../support/tenant-caller.ts";

const origin = { key_id: "k-1", holder: "k-1", session_id: "s-1", end_user: "ada", subject: null };
const by = (session: Decider["session"], keyId = "k-1") => ({ ...tenantCaller("t"), keyId, session });

test.each<[who: string, by: Pick<Decider, "keyId" | "session">, began: boolean]>([
  ["the session itself", by({ id: "s-1", endUser: "ada" }), true],
  ["another session of the same end user", by({ id: "s-2", endUser: "ada" }), true],
  ["a session of another end user", by({ id: "s-2", endUser: "eve" }), false],
  ["a session of nobody named", by({ id: "s-2" }), false],
  ["the key of the session", by(undefined), false],
  ["the same end user by another key", by({ id: "s-2", endUser: "ada" }, "k-2"), false],
])("%s began the call: %s", (_who, asking, began) => {
  expect(isCallerOf(origin, asking)).toBe(began);
});

import type { Secret } from "../access/secret.ts";
import type { Clock } from "../clock/clock.ts";
import type { Random } from "../clock/random.ts";
import type { HttpClient } from "../egress/http-message.ts";
import { DEFAULT_TIMEOUT_SECONDS } from "../tool/arguments.ts";
import type { ActionContext } from "../tool/tool.ts";
import type { Call } from "./call.ts";
import { CallHttp } from "./call-http.ts";
import { redactText } from "./redaction.ts";
import { Steps } from "./steps.ts";

/** What a call's context is made with: its ways out, time and chance. */
export interface CallMeans {
  /** For the tool's own requests. */
  http: HttpClient;
  /** For the URLs it fetches beside them. */
  guarded: HttpClient;
  clock: Clock;
  random: Random;
}

/** What every attempt of a call shares: the same key, the same steps, the same bounds. */
export interface SharedContext extends Omit<ActionContext, "credential" | "http"> {
  http: CallHttp;
}

/** The context of a call's action, but for the credential. */
export function callContext(
  call: Call,
  input: Record<string, unknown>,
  { http, guarded, clock, random }: CallMeans,
): SharedContext {
  const { tool, tenantId, deadlineAt } = call;
  const { signal } = call.options;
  const timeoutMs = Number(input.timeout_seconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000;
  const bounds = { timeoutMs, deadlineAt, signal };
  const steps = new Steps();
  const noteReach = () => {
    call.reachedOut = true;
  };
  const own = new CallHttp(http, tool.reach, bounds, clock, noteReach);
  return {
    tenantId,
    http: own,
    guarded: new CallHttp(guarded, { to: "nowhere" }, bounds, clock, noteReach),
    clock,
    idempotencyKey: random.uuid(),
    once: <Result>(step: string, run: () => Promise<Result>) => steps.once(step, run),
    mayHaveWritten: () => own.mayHaveWritten,
    foundWritten: () => {
      own.mayHaveWritten = false;
    },
    noteReach,
    conceal: (secret: Secret) => void call.secrets.push(secret),
    redact: (text: string) => redactText(text, call.secrets),
    timeoutMs,
    remainingMs: () => deadlineAt - clock.monotonic(),
    signal,
  };
}

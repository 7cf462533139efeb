import type { CallLog } from "@plumbline/core/calls/call-log.ts";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { createLogger, LOG_LEVELS, type Logger } from "@plumbline/core/log/logger.ts";

export type LambdaEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Reads what the stack made for this stage and put into the function's environment: names, ARNs and URLs.
 * Throws ConfigurationError naming what is missing.
 */
export function resourceNames<Setting extends string>(
  environment: LambdaEnvironment,
  settings: readonly Setting[],
): Record<Setting, string> {
  const missing = settings.filter((setting) => !environment[setting]);
  if (missing.length > 0)
    throw new ConfigurationError(`${missing.join(" and ")} must be set, as the stack does.`);
  return Object.fromEntries(settings.map((setting) => [setting, environment[setting]])) as Record<
    Setting,
    string
  >;
}

/**
 * Runs `make`, which reads the environment. A ConfigurationError's message goes to the log on its way out: it
 * names settings, never their values, and no log line could carry it.
 */
export function configured<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (error instanceof ConfigurationError) process.stderr.write(`${error.message}\n`);
    throw error;
  }
}

/** The parts of an invocation's context that we read. */
export interface InvocationContext {
  awsRequestId: string;
  getRemainingTimeInMillis(): number;
}

/** Learns when an invocation begins and when it has ended: its process may be frozen in between. */
export interface Invoked {
  beginInvocation(): void;
  /** The invocation ends once this has resolved; its caller has the answer by then. */
  endInvocation(): void | Promise<void>;
}

/** Writes the calls of an invocation before it ends. */
export function invokedWith(callLog: Pick<CallLog, "flush">, invoked: Invoked): Invoked {
  return {
    ...invoked,
    async endInvocation() {
      await callLog.flush();
      await invoked.endInvocation();
    },
  };
}

/** Opens what an invocation needs, in which only the first of a process takes time. */
export type Opening = <Made>(
  context: Pick<InvocationContext, "awsRequestId">,
  open: () => Made | Promise<Made>,
) => Promise<Made>;

/**
 * Called when a handler is made. The first invocation of a process is logged, so that every other is known to
 * be warm: `init_ms` from the start of the process until the handler was made, with all modules loaded, and
 * `open_ms` for what it opened itself.
 */
export function coldStart(logger: Logger, clock: Clock): Opening {
  // A process's monotonic time begins with the process.
  const initMs = Math.round(clock.monotonic());
  let logged = false;
  return async ({ awsRequestId }, open) => {
    const openedAt = clock.monotonic();
    const made = await open();
    if (logged) return made;
    logged = true;
    const openMs = Math.round(clock.monotonic() - openedAt);
    logger.log("info", "cold_start", { request_id: awsRequestId, init_ms: initMs, open_ms: openMs });
    return made;
  };
}

/**
 * Makes the logger of a handler, which may log before the settings are read or without them. An unknown
 * LOG_LEVEL is refused where the settings are read.
 */
export function handlerLogger(): Logger {
  const level = LOG_LEVELS.find((one) => one === process.env.LOG_LEVEL) ?? "info";
  return createLogger(writeLogLine, systemClock, level);
}

/** A line of standard output is one event of the function's log group. */
export function writeLogLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

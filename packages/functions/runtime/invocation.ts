import type { CallLog } from "@plumbline/core/calls/call-log.ts";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { createLogger, LOG_LEVELS, type Logger } from "@plumbline/core/log/logger.ts";
import type { Tracer } from "@plumbline/core/tracing/tracer.ts";

export type LambdaEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Reads names, ARNs and URLs that the stack put into the function's environment. Throws ConfigurationError
 * with the missing ones.
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
 * Runs `make`, which reads the environment. Writes the message of a ConfigurationError to the log and
 * rethrows it. The message contains names of settings but never their values, and log fields could not hold
 * it.
 */
export function configured<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (error instanceof ConfigurationError) process.stderr.write(`${error.message}\n`);
    throw error;
  }
}

/** The used parts of an invocation's context. */
export interface InvocationContext {
  awsRequestId: string;
  getRemainingTimeInMillis(): number;
}

/** Is notified when an invocation begins and ends, because its process may be frozen in between. */
export interface Invoked {
  beginInvocation(): void;
  /** Called after the caller has received the response. The invocation ends once this resolves. */
  endInvocation(): void | Promise<void>;
}

/** Writes the logged calls and spans of an invocation before it ends. */
export function invokedWith(
  { callLog, tracer }: { callLog: Pick<CallLog, "flush">; tracer: Tracer },
  invoked: Invoked,
): Invoked {
  return {
    ...invoked,
    async endInvocation() {
      await Promise.all([callLog.flush(), tracer.flush()]);
      await invoked.endInvocation();
    },
  };
}

/** Opens what an invocation needs. Only the first invocation of a process takes time. */
export type Opening = <Made>(
  context: Pick<InvocationContext, "awsRequestId">,
  open: () => Made | Promise<Made>,
) => Promise<Made>;

/**
 * Called when a handler is created. Logs the first invocation of a process, so that every other is known to
 * be warm. `init_ms` is the time from the start of the process until the handler was created with all modules
 * loaded. `open_ms` is the time for opening what it needs.
 */
export function coldStart(logger: Logger, clock: Clock): Opening {
  // The monotonic clock starts with the process.
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
 * Creates the logger of a handler, which may log before the settings are read. An unknown LOG_LEVEL is
 * rejected when they are read.
 */
export function handlerLogger(): Logger {
  const level = LOG_LEVELS.find((one) => one === process.env.LOG_LEVEL) ?? "info";
  return createLogger(writeLogLine, systemClock, level);
}

/** Writes a line to standard output, which becomes one event in the function's log group. */
export function writeLogLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

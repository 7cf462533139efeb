import type { CallLog } from "@plumbline/core/calls/call-log.ts";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { createLogger, LOG_LEVELS, type Logger } from "@plumbline/core/log/logger.ts";
import type { Tracer } from "@plumbline/core/tracing/tracer.ts";

export type LambdaEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the names, ARNs and URLs that the stack puts into a function's environment. Throws ConfigurationError
 * with the missing ones.
 */
export function resourceNames<Setting extends string>(
  environment: LambdaEnvironment,
  settings: readonly Setting[],
): Record<Setting, string> {
  const missing = settings.filter((setting) => !environment[setting]);
  if (missing.length > 0)
    throw new ConfigurationError(`${missing.join(" and ")} must be set. The stack sets them.`);
  return Object.fromEntries(settings.map((setting) => [setting, environment[setting]])) as Record<
    Setting,
    string
  >;
}

/**
 * Runs `make`, which reads the environment. Logs the message of a ConfigurationError and rethrows the error.
 * The message contains names of settings but never values, and does not fit into log fields.
 */
export function configureOnce<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (error instanceof ConfigurationError) process.stderr.write(`${error.message}\n`);
    throw error;
  }
}

/** The parts of an invocation's context that are used. */
export interface InvocationContext {
  awsRequestId: string;
  getRemainingTimeInMillis(): number;
}

/** Notified when an invocation starts and ends, because the process may be frozen in between. */
export interface Invoked {
  beginInvocation(): void;
  /** Called after the caller has received the response. The invocation ends once this resolves. */
  endInvocation(): void | Promise<void>;
}

/** Adds to the hooks: writes an invocation's logged calls and spans before it ends. */
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

/** Opens the dependencies of an invocation. Only a process's first invocation takes time. */
export type Opening = <Made>(
  context: Pick<InvocationContext, "awsRequestId">,
  open: () => Made | Promise<Made>,
) => Promise<Made>;

/**
 * Logs the first invocation of a process, so that all others are known to be warm. Call it when the handler
 * is created. `init_ms` is the time from the start of the process until the handler is created and all
 * modules are loaded. `open_ms` is the time for opening its dependencies.
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
 * Creates a handler's logger, which may log before the settings are read. An unknown LOG_LEVEL is rejected
 * when they are read.
 */
export function handlerLogger(): Logger {
  const level = LOG_LEVELS.find((one) => one === process.env.LOG_LEVEL) ?? "info";
  return createLogger(writeLogLine, systemClock, level);
}

/** Writes a line to standard output. It becomes one event in the function's log group. */
export function writeLogLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

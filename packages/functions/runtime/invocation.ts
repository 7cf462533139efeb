import type { CallLog } from "@plumbline/core/calls/call-log.ts";
import { type Clock, systemClock } from "@plumbline/core/clock/clock.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { createLogger, LOG_LEVELS, type Logger } from "@plumbline/core/log/logger.ts";
import type { Tracer } from "@plumbline/core/tracing/tracer.ts";

export type LambdaEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Reads names, ARNs and URLs that the stack puts into a function's environment. Throws ConfigurationError
 * that lists the missing ones.
 */
export function readResourceNames<Setting extends string>(
  environment: LambdaEnvironment,
  settings: readonly Setting[],
): Record<Setting, string> {
  const missing = settings.filter((setting) => !environment[setting]);
  if (missing.length > 0)
    throw new ConfigurationError(`${missing.join(" and ")} must be set. The stack sets them.`);
  const found = settings.map((setting) => [setting, environment[setting]]);
  return Object.fromEntries(found) as Record<Setting, string>;
}

/**
 * Runs `open`, which reads the environment. Writes the message of a ConfigurationError to standard error,
 * because it does not fit into log fields, and rethrows the error. The message contains names of settings but
 * never values.
 */
export function reportConfigurationErrors<Opened>(open: () => Opened): Opened {
  try {
    return open();
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

/** Hooks for the start and end of an invocation. The process may be frozen in between. */
export interface InvocationHooks {
  beginInvocation(): void;
  /** Called after the caller has received the response. The invocation ends once this resolves. */
  endInvocation(): void | Promise<void>;
}

/** Extends the hooks to write an invocation's logged calls and spans before it ends. */
export function addFlushes(
  { callLog, tracer }: { callLog: Pick<CallLog, "flush">; tracer: Tracer },
  invoked: InvocationHooks,
): InvocationHooks {
  return {
    ...invoked,
    async endInvocation() {
      await Promise.all([callLog.flush(), tracer.flush()]);
      await invoked.endInvocation();
    },
  };
}

/** Opens the dependencies of an invocation, which only takes time on the first one of a process. */
export type Opening = <Opened>(
  context: Pick<InvocationContext, "awsRequestId">,
  open: () => Opened | Promise<Opened>,
) => Promise<Opened>;

/**
 * Logs the first invocation of a process, so that all others are known to be warm. Call it when the handler
 * is created. `init_ms` is the time from the start of the process until then, with all modules loaded.
 * `open_ms` is the time for opening the dependencies.
 */
export function logColdStart(logger: Logger, clock: Clock): Opening {
  // The monotonic clock starts with the process.
  const initMs = Math.round(clock.monotonic());
  let logged = false;
  return async ({ awsRequestId }, open) => {
    const openedAt = clock.monotonic();
    const opened = await open();
    if (logged) return opened;
    logged = true;
    const openMs = Math.round(clock.monotonic() - openedAt);
    logger.log("info", "cold_start", { request_id: awsRequestId, init_ms: initMs, open_ms: openMs });
    return opened;
  };
}

/**
 * Creates a handler's logger, which may log before the settings are read. An unknown LOG_LEVEL is rejected
 * when they are read.
 */
export function createHandlerLogger(): Logger {
  const level = LOG_LEVELS.find((one) => one === process.env.LOG_LEVEL) ?? "info";
  return createLogger(writeLogLine, systemClock, level);
}

/** Writes a line to standard output. It becomes one event in the function's log group. */
export function writeLogLine(line: string): void {
  process.stdout.write(`${line}\n`);
}

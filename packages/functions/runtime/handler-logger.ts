import { systemClock } from "@plumbline/core/clock/clock.ts";
import { createLogger, LOG_LEVELS, type Logger } from "@plumbline/core/log/logger.ts";
import { writeLogLine } from "./write-log-line.ts";

/** For what a handler has to say itself, before or without the settings: a LOG_LEVEL that is none is refused where they are read. */
export function handlerLogger(): Logger {
  const level = LOG_LEVELS.find((one) => one === process.env.LOG_LEVEL) ?? "info";
  return createLogger(writeLogLine, systemClock, level);
}

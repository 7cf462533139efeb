import type { LogFields, Logger, LogLevel } from "@plumbline/core/log/logger.ts";

export interface LoggedLine {
  level: LogLevel;
  event: string;
  fields: LogFields;
}

/** A logger that keeps its lines. */
export function memoryLog(): Logger & { lines: LoggedLine[] } {
  const lines: LoggedLine[] = [];
  return { lines, log: (level, event, fields = {}) => void lines.push({ level, event, fields }) };
}

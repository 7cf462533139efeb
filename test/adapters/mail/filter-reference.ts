import type { SearchObject } from "imapflow";
import { expect } from "vitest";

/** A message as the model of a server knows it; `zone` is the server's, in minutes east of UTC. */
export interface ModelMessage {
  from: string;
  to: string;
  cc: string;
  bcc: string;
  subject: string;
  body: string;
  messageId: string;
  seen: boolean;
  flagged: boolean;
  answered: boolean;
  draft: boolean;
  size: number;
  hasAttachment: boolean;
  receivedAt: number;
  zone: number;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Returns whether an IMAP server would find the message with a query, as imapflow 2.1.2 writes it. This
 * reference is independent of the product and the sandbox.
 */
export function matchesQuery(
  query: SearchObject,
  message: ModelMessage,
  server: { within: boolean; now: number },
): boolean {
  const day = (ms: number) => Math.floor(ms / DAY_MS);
  const localDay = day(message.receivedAt + message.zone * 60_000);
  const holds = (whole: string, part: unknown) => whole.toLowerCase().includes(String(part).toLowerCase());
  return Object.entries(query).every(([key, value]) => {
    switch (key) {
      case "all":
        return true;
      case "seen":
      case "flagged":
      case "answered":
      case "draft":
        return message[key] === value;
      case "from":
      case "to":
      case "cc":
      case "bcc":
      case "subject":
      case "body":
        return holds(message[key], value);
      case "text": {
        const { from, to, cc, subject, messageId, body } = message;
        return [from, to, cc, subject, messageId, body].some((field) => holds(field, value));
      }
      case "header":
        return holds(message.messageId, Object.values(value).join());
      case "larger":
        return message.size > value;
      case "smaller":
        return message.size < value;
      case "gmraw":
        return message.hasAttachment;
      case "since":
        return server.within ? message.receivedAt >= value.getTime() : localDay >= day(value.getTime());
      case "before": {
        if (server.within) return message.receivedAt < value.getTime();
        // imapflow moves a BEFORE that is not at midnight to the next day.
        const bump = value.getTime() % DAY_MS === 0 ? 0 : 1;
        return localDay < day(value.getTime()) + bump;
      }
      case "not":
        return !matchesQuery(value, message, server);
      case "or":
        return value.length === 1 && matchesQuery(value[0], message, server);
      default:
        return expect.fail(`the reference does not know ${key}`);
    }
  });
}

/**
 * Lists the parts of a query that imapflow would silently leave out: empty strings, zeros, invalid dates and
 * empty operands.
 */
export function queryFaults(query: SearchObject): string[] {
  const entries = Object.entries(query);
  if (entries.length === 0) return ["an empty query"];
  return entries.flatMap(([key, value]) => {
    if (key === "not") return queryFaults(value);
    if (key === "or") return value.length === 1 ? queryFaults(value[0]) : [`or of ${value.length}`];
    if (key === "header") return Object.values(value).includes("") ? ["an empty header"] : [];
    if (value instanceof Date) return /^\d{4}-/.test(value.toJSON() ?? "") ? [] : [`${key}: no date`];
    if (typeof value === "boolean") return [];
    if (typeof value === "number") return value > 0 && value < 2 ** 32 ? [] : [`${key}: ${value}`];
    return typeof value === "string" && value.trim() !== "" ? [] : [`${key}: empty`];
  });
}

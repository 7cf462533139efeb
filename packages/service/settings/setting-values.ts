import { isIP } from "node:net";
import { Secret } from "@plumbline/core/access/secret.ts";
import { parseEgressAllow } from "@plumbline/core/egress/egress-allow.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import * as z from "zod";

/** An http or https URL to which paths are appended. Not normalized. */
export const baseUrl = z
  .string()
  .refine(
    isBaseUrl,
    "must be an http or https URL without user name, query or fragment, such as https://api.example.com",
  );

/** A comma-separated list of origins, as browsers send them. */
export const origins = z
  .string()
  .transform((text) => splitList(text))
  .refine(
    (list) => list.every((origin) => isBaseUrl(origin) && new URL(origin).origin === origin),
    "must be a comma-separated list of origins such as https://app.example.com",
  );

export const apiKey = z
  .string()
  .regex(/^[\x21-\x7e]+$/, "must be a key without spaces")
  .transform((key) => new Secret(key));

export const port = z
  .string()
  .regex(/^\d{1,5}$/, "must be a whole number from 0 to 65535")
  .transform(Number)
  .refine((number) => number <= 65_535, "must be a whole number from 0 to 65535");

export function createWholeNumberSchema(least: number, most: number) {
  const rule = `must be a whole number from ${least} to ${most}`;
  return z.string().transform((text, context) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
    if (number >= least && number <= most) return number;
    context.addIssue({ code: "custom", message: rule });
    return z.NEVER;
  });
}

/** A port to connect to: any but 0. */
export const remotePort = port.refine((number) => number > 0, "must be a whole number from 1 to 65535");

export const hostName = z
  .string()
  .regex(/^[\w.:-]+$/, "must be a host name or address without scheme, port or path");

export const onOrOff = z
  .enum(["1", "true", "0", "false"], { error: "must be 1, true, 0 or false" })
  .transform((word) => word === "1" || word === "true");

export const egressAllow = z.string().transform((text, context) => {
  try {
    return parseEgressAllow(text);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    context.addIssue({ code: "custom", message: error.message.replace(/^EGRESS_ALLOW /, "") });
    return z.NEVER;
  }
});

/** Addresses and ranges of proxies. A client's address is compared with them, so names are refused. */
export const proxyAddresses = z.string().transform((text, context) => {
  const wrong = splitList(text).find((entry) => isIP(entry.replace(/\/\d{1,3}$/, "")) === 0);
  if (wrong === undefined)
    try {
      return parseEgressAllow(text);
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
    }
  context.addIssue({
    code: "custom",
    message: "must be a comma-separated list of addresses and CIDR ranges, such as 127.0.0.1,::1,10.0.0.0/8",
  });
  return z.NEVER;
});

function isBaseUrl(text: string): boolean {
  const url = /^https?:\/\/[^\s?#@\\]+$/i.test(text) ? parseUrl(text) : undefined;
  return url !== undefined && url.hostname !== "" && url.username === "" && url.password === "";
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** Says which settings that a group requires are missing. A group is configured completely or not at all. */
export function listMissing(given: readonly string[], required: readonly string[]): string[] {
  const missing = required.filter((name) => !given.includes(name));
  if (given.length === 0 || missing.length === 0) return [];
  return [`${given[0]} also requires ${missing.join(" and ")}`];
}

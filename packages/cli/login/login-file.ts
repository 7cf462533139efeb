import { rmSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import { getErrorCode, readIfExists, replaceFile } from "../files.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Owner of the key that was used to log in. One key of each is stored per service. */
export type LoginRole = "tenant" | "operator";

type Keys = Partial<Record<LoginRole, string>>;

interface Logins {
  /** The service of the last login. */
  current: string | null;
  services: Record<string, Keys>;
}

/** The keys of the logins to one service. */
export interface Login {
  url: string;
  keys: Keys;
  /** The file that stores them. */
  file: string;
}

/** Finds the login at a service. Defaults to the last login. */
export function findLogin(environment: Environment, url?: string): Login | undefined {
  const file = findLoginFile(environment);
  const logins = file === undefined ? undefined : readLogins(file);
  const wanted = url === undefined ? logins?.current : normalizeServiceUrl(url);
  const keys = wanted == null ? undefined : logins?.services[wanted];
  return file === undefined || wanted == null || keys === undefined ? undefined : { url: wanted, keys, file };
}

/** Stores a key for a service, which becomes the current service. Returns the file's path. */
export function storeLogin(environment: Environment, url: string, role: LoginRole, key: string): string {
  const file = requireLoginFile(environment);
  const service = normalizeServiceUrl(url);
  const before = readLogins(file)?.services ?? {};
  const keys = { ...before[service], [role]: key };
  writeLogins(file, { current: service, services: { ...before, [service]: keys } });
  return file;
}

/** Deletes the keys of a service. Returns whether there were any. */
export function deleteLogin(environment: Environment, url: string): boolean {
  const file = findLoginFile(environment);
  const logins = file === undefined ? undefined : readLogins(file);
  const service = normalizeServiceUrl(url);
  if (file === undefined || logins?.services[service] === undefined) return false;
  delete logins.services[service];
  if (Object.keys(logins.services).length === 0) rmSync(file);
  else writeLogins(file, { ...logins, current: logins.current === service ? null : logins.current });
  return true;
}

/** Returns a service's address in the form in which logins are stored. */
export function normalizeServiceUrl(url: string): string {
  const { origin, pathname } = parseUrl(url) ?? { origin: url, pathname: "" };
  return `${origin}${pathname}`.replace(/\/+$/, "");
}

/** Returns the file's path by the XDG Base Directory Specification, or `undefined` without a home folder. */
function findLoginFile({ XDG_CONFIG_HOME: folder, HOME, USERPROFILE }: Environment): string | undefined {
  const home = HOME || USERPROFILE;
  // The specification requires relative paths to be ignored.
  const config = folder && isAbsolute(folder) ? folder : home && join(home, ".config");
  return config ? join(config, "plumbline", "login.json") : undefined;
}

function requireLoginFile(environment: Environment): string {
  const file = findLoginFile(environment);
  if (file !== undefined) return file;
  throw new ConfigurationError("There is no folder to store the key in: set HOME or XDG_CONFIG_HOME.");
}

function readLogins(file: string): Logins | undefined {
  const text = readIfExists(file);
  if (text === undefined) return undefined;
  try {
    const { current, services } = JSON.parse(text);
    if (current !== null && typeof current !== "string") throw new TypeError("not an address");
    return { current, services: Object.fromEntries(Object.entries(services).map(checkKeys)) };
  } catch {
    throw new ConfigurationError(`${file} is corrupt: remove it, and sign in again with ${PLUMBLINE} login.`);
  }
}

/** Checks the entry of one service. Without a schema: every command reads this file, and zod loads slowly. */
function checkKeys([url, keys]: [string, unknown]): [string, Keys] {
  const { tenant, operator } = keys as Record<LoginRole, unknown>;
  for (const key of [tenant, operator])
    if (key !== undefined && typeof key !== "string") throw new TypeError("not a key");
  return [url, keys as Keys];
}

function writeLogins(file: string, logins: Logins): void {
  try {
    replaceFile(file, `${JSON.stringify(logins, null, 2)}\n`, { file: 0o600, folder: 0o700 });
  } catch (error) {
    throw new ConfigurationError(`${file} cannot be written (${getErrorCode(error)}).`);
  }
}

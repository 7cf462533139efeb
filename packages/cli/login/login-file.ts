import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname, isAbsolute, join } from "node:path";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import * as z from "zod";

type Environment = Readonly<Record<string, string | undefined>>;

/** Whose key somebody signed in with: one of each is kept for a service. */
export type LoginRole = "tenant" | "operator";

const keysSchema = z.object({ tenant: z.string().optional(), operator: z.string().optional() });
const loginsSchema = z.object({
  /** The service that was signed in to last. */
  current: z.string().nullable(),
  services: z.record(z.string(), keysSchema),
});

type Logins = z.infer<typeof loginsSchema>;

/** The keys that somebody signed in to a service with. */
export interface Login {
  url: string;
  keys: z.infer<typeof keysSchema>;
  /** The file that keeps them. */
  file: string;
}

/** Finds the login at a service; without `url` at the one that was signed in to last. */
export function findLogin(environment: Environment, url?: string): Login | undefined {
  const file = loginFile(environment);
  const logins = file === undefined ? undefined : readLogins(file);
  const wanted = url === undefined ? logins?.current : normalizeServiceUrl(url);
  const keys = wanted == null ? undefined : logins?.services[wanted];
  return file === undefined || wanted == null || keys === undefined ? undefined : { url: wanted, keys, file };
}

/** Keeps a key for a service, which is from now on the one signed in to. Returns the file's path. */
export function keepLogin(environment: Environment, url: string, role: LoginRole, key: string): string {
  const file = demandLoginFile(environment);
  const service = normalizeServiceUrl(url);
  const before = readLogins(file)?.services ?? {};
  const keys = { ...before[service], [role]: key };
  writeLogins(file, { current: service, services: { ...before, [service]: keys } });
  return file;
}

/** Erases the keys of a service. Returns whether there were any. */
export function dropLogin(environment: Environment, url: string): boolean {
  const file = loginFile(environment);
  const logins = file === undefined ? undefined : readLogins(file);
  const service = normalizeServiceUrl(url);
  if (file === undefined || logins?.services[service] === undefined) return false;
  delete logins.services[service];
  if (Object.keys(logins.services).length === 0) rmSync(file);
  else writeLogins(file, { ...logins, current: logins.current === service ? null : logins.current });
  return true;
}

/** Writes a service's address in the one form by which logins are kept. */
export function normalizeServiceUrl(url: string): string {
  const { origin, pathname } = parseUrl(url) ?? { origin: url, pathname: "" };
  return `${origin}${pathname}`.replace(/\/+$/, "");
}

/** Returns the file's path by the XDG Base Directory Specification; `undefined` where there is no home. */
function loginFile({ XDG_CONFIG_HOME: folder, HOME, USERPROFILE }: Environment): string | undefined {
  const home = HOME || USERPROFILE;
  // The specification has relative paths ignored.
  const config = folder && isAbsolute(folder) ? folder : home && join(home, ".config");
  return config ? join(config, "plumbline", "login.json") : undefined;
}

function demandLoginFile(environment: Environment): string {
  const file = loginFile(environment);
  if (file !== undefined) return file;
  throw new ConfigurationError("There is no folder for the key: set HOME, or XDG_CONFIG_HOME.");
}

function readLogins(file: string): Logins | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    const code = codeOf(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new ConfigurationError(`${file} cannot be read (${code}).`);
  }
  try {
    return loginsSchema.parse(JSON.parse(text));
  } catch {
    throw new ConfigurationError(`${file} is damaged: remove it, and sign in again with ${PLUMBLINE} login.`);
  }
}

/** Replaces the file in one step, so that a crash leaves the old one or the new one. */
function writeLogins(file: string, logins: Logins): void {
  const begun = `${file}.${randomUUID()}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(begun, `${JSON.stringify(logins, null, 2)}\n`, { mode: 0o600, flag: "wx" });
    renameSync(begun, file);
  } catch (error) {
    rmSync(begun, { force: true });
    throw new ConfigurationError(`${file} cannot be written (${codeOf(error)}).`);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown";
}

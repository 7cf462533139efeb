import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import type { Terminal } from "../terminal.ts";
import { findLogin, type Login } from "./login-file.ts";

/**
 * Key of the local service that is used when no other is named: the first tenant's, its agents', the
 * operator's or an approver's.
 */
export type DefaultKey = "dev-api-key" | "agent-key" | "operator-key" | "approver-key";

/** The service to talk to. */
export interface ServiceAccess {
  url: string;
  key: string;
  /** Where the key was found, for a person. */
  keySource: string;
}

/**
 * The service that the environment names, else the one that runs from the data folder here, else the one that
 * somebody signed in to. Throws ConfigurationError when there is no key, or none that could be one.
 */
export function findService(
  { environment }: Pick<Terminal, "environment">,
  defaultKey: DefaultKey,
): ServiceAccess {
  const given = environment.PLUMBLINE_API_KEY?.trim();
  const login = given ? undefined : findLoginInUse(environment);
  if (login) return accessOf(login, defaultKey) ?? refuseRole(login, defaultKey);
  const url = namedOrLocalUrl(environment);
  const keyFile = join(dataFolder(environment), defaultKey);
  const key = given || (isHere(url) ? readIfThere(keyFile) : refuseElsewhere(url));
  if (!key) {
    throw new ConfigurationError(
      `There is no key: set PLUMBLINE_API_KEY, or start the local service (it keeps one in ${keyFile}), ` +
        `or sign in to another: ${PLUMBLINE} login --url URL.`,
    );
  }
  const keySource = given ? "PLUMBLINE_API_KEY" : keyFile;
  if (!/^[!-~]+$/.test(key)) throw new ConfigurationError(`What ${keySource} holds is not a key.`);
  return { url: url.replace(/\/+$/, ""), key, keySource };
}

/** Lists what somebody signed in with, as far as it is used: nothing when the environment names a key. */
export function listSignedIn({ environment }: Pick<Terminal, "environment">): ServiceAccess[] {
  const login = environment.PLUMBLINE_API_KEY?.trim() ? undefined : findLoginInUse(environment);
  if (!login) return [];
  const found = [accessOf(login, "dev-api-key"), accessOf(login, "operator-key")];
  return found.filter((access) => access !== undefined);
}

/** The address that the environment names, or the local service's. Throws ConfigurationError for no URL. */
export function namedOrLocalUrl(environment: Terminal["environment"]): string {
  const url = environment.PLUMBLINE_URL || runningUrl(environment) || "http://127.0.0.1:8787";
  if (/^https?:\/\//.test(url) && parseUrl(url) !== undefined) return url;
  throw new ConfigurationError(`PLUMBLINE_URL must be a URL such as https://plumbline.example.com: ${url}`);
}

/** Tells whether an address is this machine's own: the key of the data folder is sent nowhere else. */
function isHere(url: string): boolean {
  const { hostname = "" } = parseUrl(url) ?? {};
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function refuseElsewhere(url: string): never {
  throw new ConfigurationError(
    `There is no key for ${url}: set PLUMBLINE_API_KEY, or sign in there: ${PLUMBLINE} login --url ${url}`,
  );
}

function dataFolder({ DATA_DIR }: Terminal["environment"]): string {
  return DATA_DIR || ".plumbline";
}

/** Reads the address of the service that runs from the data folder. It takes the file away when it stops. */
export function runningUrl(environment: Terminal["environment"]): string | undefined {
  return readIfThere(join(dataFolder(environment), "url"));
}

/**
 * Finds the login to use. A service that runs here goes before it: what is tried out in this folder must not
 * reach another service.
 */
export function findLoginInUse(environment: Terminal["environment"]): Login | undefined {
  if (environment.PLUMBLINE_URL) return findLogin(environment, environment.PLUMBLINE_URL);
  const isLocal = environment.DATA_DIR || runningUrl(environment) !== undefined;
  return isLocal ? undefined : findLogin(environment);
}

function accessOf({ url, keys, file }: Login, defaultKey: DefaultKey): ServiceAccess | undefined {
  const key = defaultKey === "operator-key" ? keys.operator : keys.tenant;
  return key === undefined ? undefined : { url, key, keySource: `${file}, which plumbline login wrote` };
}

/** Throws ConfigurationError: no key of another service is sent in place of one that is missing. */
function refuseRole({ url }: Login, defaultKey: DefaultKey): never {
  const role = defaultKey === "operator-key" ? "an operator's" : "a tenant's";
  throw new ConfigurationError(
    `You are signed in at ${url}, but not with ${role} key, which this needs: ${PLUMBLINE} login --url ${url}`,
  );
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    throw new ConfigurationError(`${path} cannot be read (${code}).`);
  }
}

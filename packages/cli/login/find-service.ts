import { join } from "node:path";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { parseUrl } from "@plumbline/core/text/parsed-url.ts";
import { getDataFolder, readIfExists } from "../files.ts";
import type { Terminal } from "../terminal.ts";
import { findLogin, type Login } from "./login-file.ts";

/**
 * Key of the local service to use if no other is given: the first tenant's, its agents', the operator's or an
 * approver's.
 */
export type DefaultKey = "dev-api-key" | "agent-key" | "operator-key" | "approver-key";

/** The service to talk to. */
export interface ServiceAccess {
  url: string;
  key: string;
  /** Where the key was found, for messages. */
  keySource: string;
}

/**
 * Finds the service: the one given by the environment, otherwise the one running from the data folder here,
 * otherwise the one that the user logged in to. Throws ConfigurationError if there is no key or an invalid
 * one.
 */
export function findService(
  { environment }: Pick<Terminal, "environment">,
  defaultKey: DefaultKey,
): ServiceAccess {
  const given = environment.PLUMBLINE_API_KEY?.trim();
  const login = given ? undefined : findLoginInUse(environment);
  if (login) return toAccess(login, defaultKey) ?? throwMissingRole(login, defaultKey);
  const url = chooseUrl(environment);
  const keyFile = join(getDataFolder(environment), defaultKey);
  const key = given || (isLocal(url) ? readIfExists(keyFile)?.trim() : throwNotLocal(url));
  if (!key) {
    throw new ConfigurationError(
      `There is no API key: set PLUMBLINE_API_KEY, start the local service (it stores one in ${keyFile}), ` +
        `or sign in to a remote one: ${PLUMBLINE} login --url URL.`,
    );
  }
  const keySource = given ? "PLUMBLINE_API_KEY" : keyFile;
  if (!/^[!-~]+$/.test(key)) throw new ConfigurationError(`${keySource} does not contain an API key.`);
  return { url: url.replace(/\/+$/, ""), key, keySource };
}

/** Lists the logins in use. Empty if the environment has a key. */
export function listSignedIn({ environment }: Pick<Terminal, "environment">): ServiceAccess[] {
  const login = environment.PLUMBLINE_API_KEY?.trim() ? undefined : findLoginInUse(environment);
  if (!login) return [];
  const found = [toAccess(login, "dev-api-key"), toAccess(login, "operator-key")];
  return found.filter((access) => access !== undefined);
}

/**
 * Returns the address in the environment, otherwise the local service's. Throws ConfigurationError for an
 * invalid URL.
 */
export function chooseUrl(environment: Terminal["environment"]): string {
  const url = environment.PLUMBLINE_URL || readRunningUrl(environment) || "http://127.0.0.1:8787";
  if (/^https?:\/\//.test(url) && parseUrl(url) !== undefined) return url;
  throw new ConfigurationError(`PLUMBLINE_URL must be a URL such as https://plumbline.example.com: ${url}`);
}

/** Returns whether an address is on this machine. The data folder's key is never sent elsewhere. */
export function isLocal(url: string): boolean {
  const { hostname = "" } = parseUrl(url) ?? {};
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

function throwNotLocal(url: string): never {
  throw new ConfigurationError(
    `There is no API key for ${url}: set PLUMBLINE_API_KEY, or sign in: ${PLUMBLINE} login --url ${url}`,
  );
}

/**
 * Reads the address of the service running from the data folder. The service removes the file when it stops.
 */
export function readRunningUrl(environment: Terminal["environment"]): string | undefined {
  return readIfExists(join(getDataFolder(environment), "url"))?.trim();
}

/**
 * Finds the login to use. A service running here takes precedence, so that experiments in this folder do not
 * reach another service.
 */
export function findLoginInUse(environment: Terminal["environment"]): Login | undefined {
  if (environment.PLUMBLINE_URL) return findLogin(environment, environment.PLUMBLINE_URL);
  const isLocal = environment.DATA_DIR || readRunningUrl(environment) !== undefined;
  return isLocal ? undefined : findLogin(environment);
}

function toAccess({ url, keys, file }: Login, defaultKey: DefaultKey): ServiceAccess | undefined {
  const key = defaultKey === "operator-key" ? keys.operator : keys.tenant;
  return key === undefined ? undefined : { url, key, keySource: `${file}, written by plumbline login` };
}

/** Throws ConfigurationError, so that a missing key is not replaced by a key for another service. */
function throwMissingRole({ url }: Login, defaultKey: DefaultKey): never {
  const role = defaultKey === "operator-key" ? "an operator's" : "a tenant's";
  throw new ConfigurationError(
    `You are signed in at ${url}, but this needs ${role} key: ${PLUMBLINE} login --url ${url}`,
  );
}

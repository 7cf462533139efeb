import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";
import { parsedUrl } from "@plumbline/core/text/parsed-url.ts";
import type { Terminal } from "./terminal.ts";

/** Whose key is used when PLUMBLINE_API_KEY is not set: the first tenant's, or the operator's. */
export type DefaultKey = "dev-api-key" | "operator-key";

/** The service to talk to. */
export interface ServiceAccess {
  url: string;
  key: string;
  /** Where the key was found, for a person. */
  keySource: string;
}

/**
 * The service that the environment names, or the one that runs from DATA_DIR. Throws ConfigurationError when there is no key, or none that
 * could be one.
 */
export function findService(
  { environment }: Pick<Terminal, "environment">,
  defaultKey: DefaultKey,
): ServiceAccess {
  const folder = environment.DATA_DIR || ".plumbline";
  const keyFile = join(folder, defaultKey);
  const url = environment.PLUMBLINE_URL || readIfThere(join(folder, "url")) || "http://127.0.0.1:8787";
  if (!/^https?:\/\//.test(url) || parsedUrl(url) === undefined)
    throw new ConfigurationError(`PLUMBLINE_URL must be a URL such as https://plumbline.example.com: ${url}`);
  const given = environment.PLUMBLINE_API_KEY?.trim();
  const key = given || readIfThere(keyFile);
  if (!key) {
    throw new ConfigurationError(
      `There is no key: set PLUMBLINE_API_KEY, or start the local service (it keeps one in ${keyFile}).`,
    );
  }
  const keySource = given ? "PLUMBLINE_API_KEY" : keyFile;
  if (!/^[!-~]+$/.test(key)) throw new ConfigurationError(`What ${keySource} holds is not a key.`);
  return { url: url.replace(/\/+$/, ""), key, keySource };
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

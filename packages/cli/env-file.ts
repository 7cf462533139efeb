import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { getErrorCode } from "./files.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Settings of the caller, not of the service. A file in an untrusted folder must not choose where keys are
 * sent.
 */
const EXCLUDED_SETTINGS: readonly string[] = [
  "PLUMBLINE_URL",
  "PLUMBLINE_API_KEY",
  "XDG_CONFIG_HOME",
  "HOME",
  "USERPROFILE",
];

/**
 * Adds the variables of a `.env` file, if it exists, to an environment. Existing variables take precedence,
 * even empty ones. Throws ConfigurationError if the file exists but cannot be read, or has a malformed line.
 */
export function addEnvFile(environment: Environment, path = ".env"): Environment {
  const text = readIfPresent(path);
  if (text === undefined) return environment;
  const malformed = findMalformedLine(text);
  if (malformed !== undefined)
    throw new ConfigurationError(
      `${path}, line ${malformed}: write NAME=VALUE, and close quotation marks. A comment starts with #.`,
    );
  const said = Object.entries(parseEnv(text)).filter(([name]) => !EXCLUDED_SETTINGS.includes(name));
  return { ...Object.fromEntries(said), ...environment };
}

const QUOTED = /[ \t]*(?:"[^"]*"|'[^']*'|`[^`]*`)[ \t]*/.source;
const UNQUOTED = /(?![ \t]*["'`])[^\n#]*/.source;
/** Matches a setting or an empty line, with its comment and line end. A quoted value may span lines. */
const LINE = new RegExp(
  String.raw`[ \t]*(?:(?:export )?[a-z_][\w.-]*[ \t]*=(?:${QUOTED}|${UNQUOTED}))?(?:#[^\n]*)?\r?(?:\n|$)`,
  "giy",
);

/**
 * Returns the number of the first malformed line. `parseEnv` would drop it, or take it for the start of the
 * next name.
 */
function findMalformedLine(text: string): number | undefined {
  const valid = Array.from(text.matchAll(LINE), ([line]) => line).join("");
  return valid.length === text.length ? undefined : valid.split("\n").length;
}

/** Names that other tools use for a setting. */
const ALIASES: Readonly<Record<string, string>> = {
  BRAVE_API_KEY: "SEARCH_A_API_KEY",
  TAVILY_API_KEY: "SEARCH_B_API_KEY",
};

/** Adds settings that are set under an alias. The setting's own name takes precedence, even if empty. */
export function addAliases(environment: Environment): Environment {
  const added = Object.entries(ALIASES).flatMap(([second, name]) =>
    environment[second] === undefined ? [] : [[name, environment[second]] as const],
  );
  return added.length === 0 ? environment : { ...Object.fromEntries(added), ...environment };
}

function readIfPresent(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    const code = getErrorCode(cause);
    // A folder of that name has another purpose.
    if (code === "ENOENT" || code === "EISDIR") return undefined;
    throw new ConfigurationError(
      `${path} cannot be read (${code}); fix its owner and permissions (chmod 600), or remove it.`,
      { cause },
    );
  }
}

import { PROVIDERS } from "@plumbline/adapters/providers.ts";
import { listEndpointVariables, listOauthVariables } from "@plumbline/adapters/setting-names.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** An external service that the sandbox simulates until the real one is configured. */
export interface SandboxedPart {
  /** Display name, such as "Slack". */
  name: string;
  /** The kinds of credentials that it uses. Empty for search and the model. */
  kinds: readonly string[];
  /** Returns whether a setting belongs to it. */
  owns(setting: string): boolean;
  /** A setting that does not make it real by itself, but is the operator's once it is real. */
  goesWith?: string;
}

/** Name of search among the parts. */
export const SEARCH = "the search";

/** The calendar uses the credentials of this mail provider, so both are real or neither. */
const OPENS_CALENDAR = "mail_oauth_a";

/** Lists all parts, providers first. */
export function listSandboxedParts(): readonly SandboxedPart[] {
  const isReached = ({ endpoints }: (typeof PROVIDERS)[number]) => Object.keys(endpoints).length > 0;
  const providers = PROVIDERS.filter(isReached).filter(({ word }) => word !== "calendar");
  const calendar = PROVIDERS.filter(({ word }) => word === "calendar");
  return [
    ...providers.map((provider): SandboxedPart => {
      const together = provider.word === OPENS_CALENDAR ? [provider, ...calendar] : [provider];
      const clients = listOauthVariables(together).flatMap((names) => Object.values(names).slice(1));
      const settings = new Set([...listEndpointVariables(together), ...clients]);
      return {
        name: provider.speaksTo,
        kinds: provider.kinds.map(({ kind }) => kind),
        owns: (setting) => settings.has(setting),
      };
    }),
    { name: SEARCH, kinds: [], owns: createPrefixTest("SEARCH_") },
    { name: "the model", kinds: [], owns: createPrefixTest("MODEL_"), goesWith: "READER" },
  ];
}

function createPrefixTest(start: string): (setting: string) => boolean {
  return (setting) => setting.startsWith(start);
}

/** Lists the real parts: those with a setting in the environment or a connected account. */
export function listRealParts(
  environment: Environment,
  connectedKinds: ReadonlySet<string>,
): SandboxedPart[] {
  const set = Object.keys(environment).filter((name) => environment[name] !== undefined);
  return listSandboxedParts().filter(
    ({ kinds, owns }) => set.some(owns) || kinds.some((kind) => connectedKinds.has(kind)),
  );
}

/**
 * Returns the settings of the service: those of the environment, and the sandbox's settings for parts that
 * are not real. The egress guard permits the sandbox's webhook receiver and feeds, because they are on
 * loopback.
 */
export function createDevSettings(
  environment: Environment,
  sandbox: { settings: Readonly<Record<string, string>>; allow: readonly string[] },
  real: readonly SandboxedPart[],
): Environment {
  const simulated = Object.entries(sandbox.settings).filter(
    ([name]) => !real.some(({ owns, goesWith }) => owns(name) || goesWith === name),
  );
  const EGRESS_ALLOW = [environment.EGRESS_ALLOW, ...sandbox.allow].filter(Boolean).join(",");
  return { ...Object.fromEntries(simulated), ...environment, EGRESS_ALLOW };
}

import { PROVIDERS } from "@plumbline/adapters/providers.ts";
import { endpointVariables, oauthVariables } from "@plumbline/adapters/setting-names.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** A part of the outside world that the sandbox plays until the real one is there. */
export interface SandboxedPart {
  /** Its name for people, such as "Slack". */
  name: string;
  /** The kinds of credentials that open it; none for search and the model. */
  kinds: readonly string[];
  /** True for a setting that belongs to it. */
  owns(setting: string): boolean;
  /** A setting that alone makes nothing real, and is the operator's once the part is. */
  goesWith?: string;
}

/** Names the search among the parts. */
export const SEARCH = "the search";

/** The calendar is opened by the credentials of this mail provider, so the two are real together. */
const OPENS_CALENDAR = "mail_oauth_a";

/** Lists every part, the providers first. */
export function sandboxedParts(): readonly SandboxedPart[] {
  const isReached = ({ endpoints }: (typeof PROVIDERS)[number]) => Object.keys(endpoints).length > 0;
  const providers = PROVIDERS.filter(isReached).filter(({ word }) => word !== "calendar");
  const calendar = PROVIDERS.filter(({ word }) => word === "calendar");
  return [
    ...providers.map((provider): SandboxedPart => {
      const together = provider.word === OPENS_CALENDAR ? [provider, ...calendar] : [provider];
      const clients = oauthVariables(together).flatMap((names) => Object.values(names).slice(1));
      const settings = new Set([...endpointVariables(together), ...clients]);
      return {
        name: provider.speaksTo,
        kinds: provider.kinds.map(({ kind }) => kind),
        owns: (setting) => settings.has(setting),
      };
    }),
    { name: SEARCH, kinds: [], owns: startingWith("SEARCH_") },
    { name: "the model", kinds: [], owns: startingWith("MODEL_"), goesWith: "READER" },
  ];
}

function startingWith(start: string): (setting: string) => boolean {
  return (setting) => setting.startsWith(start);
}

/** Lists the parts that are real: the environment sets one of their settings, or an account is connected. */
export function realParts(environment: Environment, connectedKinds: ReadonlySet<string>): SandboxedPart[] {
  const set = Object.keys(environment).filter((name) => environment[name] !== undefined);
  return sandboxedParts().filter(
    ({ kinds, owns }) => set.some(owns) || kinds.some((kind) => connectedKinds.has(kind)),
  );
}

/**
 * The settings of the service: what the environment says, and the sandbox's settings for the parts that are
 * not real. The sandbox's webhook receiver and feeds are let through the guard, as they stand on loopback.
 */
export function devSettings(
  environment: Environment,
  sandbox: { settings: Readonly<Record<string, string>>; allow: readonly string[] },
  real: readonly SandboxedPart[],
): Environment {
  const played = Object.entries(sandbox.settings).filter(
    ([name]) => !real.some(({ owns, goesWith }) => owns(name) || goesWith === name),
  );
  const EGRESS_ALLOW = [environment.EGRESS_ALLOW, ...sandbox.allow].filter(Boolean).join(",");
  return { ...Object.fromEntries(played), ...environment, EGRESS_ALLOW };
}

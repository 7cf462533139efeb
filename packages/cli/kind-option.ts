import {
  CREDENTIAL_KINDS,
  findKind,
  KIND_ALIASES,
  type ProviderKindName,
} from "@plumbline/adapters/credential-kinds.ts";
import { InvalidArgumentError } from "commander";

/** Values of `--kind` for help and completion. People know the provider, scripts the kind. */
const KINDS_AND_PROVIDERS: readonly string[] = [...KIND_ALIASES, ...CREDENTIAL_KINDS];

/** Creates the option `--kind`. A `!` at the end of `flags` makes it required. */
export function kindOption<Flags extends string = "--kind <kind>">(description: string, flags?: Flags) {
  const given = (flags ?? "--kind <kind>") as Flags;
  const text = `${given}  ${description}: the name of a provider or of a kind` as const;
  return [text, parseKind, KINDS_AND_PROVIDERS] as const;
}

function parseKind(text: string): ProviderKindName {
  const kind = findKind(text);
  if (kind) return kind;
  throw new InvalidArgumentError(`Allowed choices are ${KINDS_AND_PROVIDERS.join(", ")}.`);
}

/**
 * Creates the option that distinguishes credentials with the same label, in commands that accept a label
 * instead of an ID.
 */
export const kindOfLabel = () => kindOption("the kind, if several share the label");

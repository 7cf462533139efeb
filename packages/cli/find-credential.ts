import {
  CREDENTIAL_KINDS,
  KIND_ALIASES,
  kindCalled,
  type ProviderKindName,
} from "@plumbline/adapters/credential-kinds.ts";
import { PlumblineError } from "@plumbline/client/plumbline-error.ts";
import { InvalidArgumentError, Option } from "commander";
import type { ApiClient } from "./api-client.ts";
import { UsageError } from "./exit.ts";
import { printableLine } from "./printable.ts";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export function kindOption(description: string): Option {
  return new Option("--kind <kind>", `${description}; also ${KIND_ALIASES.join(", ")}`)
    .choices(CREDENTIAL_KINDS)
    .argParser((text) => {
      const kind = kindCalled(text);
      if (kind) return kind;
      throw new InvalidArgumentError(`Allowed choices are ${CREDENTIAL_KINDS.join(", ")}.`);
    });
}

/** Tells two credentials with one label apart, where a command takes a label in place of an id. */
export const kindOfLabel = () => kindOption("the kind, where several have the label");

/**
 * Finds the id of a credential that a person names by its id or by its label. Throws PlumblineError
 * `not_found` when none has the label, UsageError when several kinds have it.
 */
export async function findCredentialId(
  api: ApiClient,
  named: string,
  kind?: ProviderKindName,
): Promise<string> {
  if (ID.test(named)) return named;
  const query = { label: named, ...(kind && { kind }) };
  const { data } = await api.GET("/api/v1/credentials", { params: { query } });
  const [found, ...others] = data.items;
  if (!found) {
    const ofKind = kind ? ` of kind ${kind}` : "";
    throw new PlumblineError(
      `No credential${ofKind} has the label "${printableLine(named)}"; see plumbline credential list.`,
      404,
      { code: "not_found" },
    );
  }
  if (others.length === 0) return found.id;
  const all = data.items.map(({ id, kind, label }) => `\n  ${id}  ${kind}  ${printableLine(label)}`);
  throw new UsageError(
    `Several credentials have the label "${printableLine(named)}"; name one by its id, or add --kind:${all.join("")}`,
  );
}

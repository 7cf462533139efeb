import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import type { ApiClient } from "../api-client.ts";
import { toPrintableLine } from "../printable.ts";
import { printJson, type Terminal } from "../terminal.ts";

type Watch = Schemas["Watch"];

export function printSigningSecret(terminal: Terminal, secret: string): void {
  terminal.out(`signing secret  ${secret}\n`);
  terminal.err("Store the secret safely: it is not shown again.\n");
}

/** Prints the target of a watch's deliveries. */
export function printReceiver(terminal: Terminal, { id, deliver_to: url }: Watch): void {
  terminal.out(url === null ? `${id} does not deliver\n` : `${id} delivers to ${toPrintableLine(url)}\n`);
}

/**
 * Prints a watch that has just started to deliver, and the secret with which its receiver verifies
 * signatures. Prints the watch even if creating the secret fails.
 */
export async function printWithSecret(
  terminal: Terminal,
  api: ApiClient,
  watch: Watch,
  json: true | undefined,
): Promise<void> {
  if (!json) printReceiver(terminal, watch);
  try {
    const params = { path: { id: watch.id } };
    const { data } = await api.POST("/api/v1/watches/{id}/secret", { params });
    if (json) printJson(terminal, { ...watch, signing_secret: data.secret });
    else printSigningSecret(terminal, data.secret);
  } catch (error) {
    if (json) printJson(terminal, { ...watch, signing_secret: null });
    terminal.err(
      `Its signing secret is not known here. Create a new one: ${PLUMBLINE} watch secret ${watch.id}\n`,
    );
    throw error;
  }
}

import type { Schemas } from "@plumbline/client/schemas.ts";
import { SAMPLE_ACCOUNTS } from "@plumbline/sandbox/provider-servers.ts";

const LABELS: Readonly<Record<string, string>> = { calendar: "sandbox calendar", mail: "sandbox mailbox" };

/** Credentials for the sandbox's providers: one for each kind, so that no call has to choose. */
export const sampleCredentials = Object.entries(SAMPLE_ACCOUNTS)
  .filter(([name]) => name !== "signed")
  // The sandbox knows no types of the API; it accepts these.
  .map(([name, account]) => ({
    ...account,
    label: LABELS[name] ?? "sandbox",
  })) as Schemas["CreateCredential"][];

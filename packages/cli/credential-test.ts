import { describeHealth } from "@plumbline/client/credential-health.ts";
import { PlumblineError } from "@plumbline/client/plumbline-error.ts";
import type { Schemas } from "@plumbline/client/schemas.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import type { ApiClient } from "./api-client.ts";
import { EXIT } from "./exit.ts";
import { toPrintable } from "./printable.ts";
import { withSpinner } from "./spinner.ts";
import { applyStyle, onStandardError, printJson, type Terminal } from "./terminal.ts";

type Credential = Schemas["Credential"];
type CredentialTest = Schemas["CredentialTest"];
type TestRefusal = Extract<CredentialTest, { ok: false }>;

/** Text of the spinner while the provider tests a credential. */
export const CONTACTING = "contacting the provider…";

/** Prints the outcome of a test. A refusal and its remedy go to standard error. */
export function printTest(terminal: Terminal, test: CredentialTest): void {
  printVerdict(terminal, test);
  if (test.health?.ok === false) terminal.err(`${describeHealth(test.health, terminal.clock.now())}\n`);
  terminal.err(formatNextStep(test));
}

function printVerdict(terminal: Terminal, test: CredentialTest): void {
  const shown = test.ok ? terminal : onStandardError(terminal);
  shown.out(`${formatVerdict(shown, test)}\n`);
}

function formatVerdict(terminal: Terminal, test: CredentialTest): string {
  if (test.ok) {
    const account = test.account === undefined ? "" : `: ${toPrintable(test.account)}`;
    return `${applyStyle(terminal, "green", "works")}${account}`;
  }
  const reason = toPrintable(test.refusal_reason);
  if (test.no_test) return `no test: ${reason}`;
  const verdict = wasTested(test) ? applyStyle(terminal, "red", "refused") : "not tested";
  return `${verdict} (${test.error_code}): ${reason}`;
}

/**
 * Reports a stored credential, and tests it unless its token must not be tested. Returns the exit code. It is
 * a failure only if the provider refused the token, because an outage says nothing about the token.
 */
export async function reportStored(
  terminal: Terminal,
  api: ApiClient,
  stored: Credential,
  { verb, test: wanted, json }: { verb: "stored" | "updated"; test: boolean; json: boolean },
): Promise<number> {
  const { id, kind, label, usable_for: tools, warnings } = stored;
  if (!json) {
    terminal.out(`${verb} ${id} (${kind}, "${toPrintable(label)}")\n`);
    if (verb === "stored" && tools.length > 0) terminal.out(`usable for ${tools.join(", ")}\n`);
    for (const warning of warnings) terminal.err(`warning: ${toPrintable(warning)}\n`);
  }
  const test = wanted ? await testCredential(terminal, api, id) : null;
  const isRefused = test !== null && !test.ok && wasTested(test);
  if (json) printJson(terminal, { ...(test === null ? stored : await readAgain(api, stored)), test });
  else if (test !== null) {
    printVerdict(terminal, test);
    if (!test.ok && wasTested(test)) terminal.err(adviseAfterRefusal(id, test));
    else if (!test.ok && !test.no_test)
      terminal.err(
        `${formatNextStep(test)}It is stored but not tested. Test it later: ${PLUMBLINE} credential test ${id}\n`,
      );
  }
  return isRefused ? EXIT.failed : EXIT.ok;
}

/**
 * Reads the credential with the status that the test recorded. Returns the credential as stored if that
 * fails.
 */
async function readAgain(api: ApiClient, stored: Credential): Promise<Credential> {
  try {
    const { data } = await api.GET("/api/v1/credentials/{id}", { params: { path: { id: stored.id } } });
    return data;
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    return stored;
  }
}

/**
 * Tests a stored credential. Reports a failed request like a test that could not be made, because the
 * credential is already stored.
 */
async function testCredential(terminal: Terminal, api: ApiClient, id: string): Promise<CredentialTest> {
  try {
    const asked = api.POST("/api/v1/credentials/{id}/test", { params: { path: { id } } });
    return (await withSpinner(terminal, CONTACTING, asked)).data;
  } catch (error) {
    if (!(error instanceof PlumblineError)) throw error;
    return { ok: false, error_code: "transient", refusal_reason: error.message, health: null };
  }
}

/** Returns whether the provider, or the service on its behalf, checked the credential. */
function wasTested({ error_code, no_test }: TestRefusal): boolean {
  return !no_test && error_code !== "transient" && error_code !== "rate_limit";
}

/**
 * Returns the advice for a refused credential. Only a refused token can be replaced alone. Any other refusal
 * is about the metadata, such as a wrong port.
 */
function adviseAfterRefusal(id: string, test: TestRefusal): string {
  const update = `${PLUMBLINE} credential update ${id}`;
  const isTokenRefused = test.error_code === "authentication";
  return [
    "It is stored anyway.",
    ...(isTokenRefused
      ? [`Replace the token: ${update} --token-stdin < token.txt`]
      : [`Correct its metadata (give all fields): ${update} --metadata '{…}' --token-stdin < token.txt`]),
    `Or revoke it: ${PLUMBLINE} credential revoke ${id}`,
    // For most refused tokens the next step is to replace them, as the line above already says.
    isTokenRefused && test.next_step?.includes("--token-stdin") ? "" : formatNextStep(test),
  ].join("\n");
}

function formatNextStep(test: CredentialTest): string {
  return test.ok || test.next_step === undefined ? "" : `next: ${toPrintable(test.next_step)}\n`;
}

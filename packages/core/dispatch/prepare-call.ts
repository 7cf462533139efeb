import { Secret } from "../access/secret.ts";
import type { CredentialResolver, OpenCredential } from "../credentials/resolver.ts";
import { parseArguments } from "../tool/arguments.ts";
import type { Call } from "./call.ts";

/**
 * What is settled before any network: the arguments and the credential's record, its token still closed. Both are noted on the call,
 * the secret arguments among its secrets. Throws AdapterError.
 */
export async function prepareCall(
  call: Call,
  args: unknown,
  resolver: CredentialResolver,
): Promise<Record<string, unknown>> {
  const input = parseArguments(call.tool, args);
  for (const value of Object.values(input)) if (value instanceof Secret) call.secrets.push(value);
  await chooseCredential(call, input.credential_id, resolver);
  return input;
}

/** The call's credential with its token open, which is one of the call's secrets from then on. Opened once a call. */
export async function openCredential(
  call: Call,
  resolver: CredentialResolver,
): Promise<OpenCredential | undefined> {
  if (!call.credential || call.open) return call.open;
  call.open = await resolver.open(call.credential);
  call.secrets.push(call.open.token);
  return call.open;
}

/** Notes the credential on the call before it is judged, so that a refusal names the account too. */
async function chooseCredential(call: Call, id: unknown, resolver: CredentialResolver): Promise<void> {
  const need = call.tool.credential;
  const named = typeof id === "string" ? id : undefined;
  if (need.use === "none" || (need.use === "optional" && named === undefined)) return;
  const record = await resolver.find(call.tenantId, named, need);
  call.credential = record;
  resolver.demandUsable(record, need);
}

import type { Clock, Random } from "../clock/clock.ts";
import type { CredentialResolver } from "../credentials/resolver.ts";
import type { Egress } from "../egress/egress.ts";
import type { HttpClient } from "../egress/http-message.ts";
import { AdapterError } from "../errors/adapter-error.ts";
import type { ShownChanges } from "../tool/tool.ts";
import { Call } from "./call.ts";
import { CallContext, selectFetchClient, selectHttpClient } from "./call-context.ts";
import { redactResult } from "./redaction.ts";

interface ChangesOptions {
  resolver: CredentialResolver;
  egress: Egress;
  clock: Clock;
  random: Random;
}

/** Time limit of the read in milliseconds. Its caller waits for it. */
const READ_MS = 10_000;

/**
 * Reads what a call would change or remove, with the call's own account and time limits, in one attempt
 * without writes. Returns `undefined` for a call that leaves existing things as they are. If the tool cannot
 * read them or the read fails, returns the reason. The result has no secrets.
 */
export async function readChanges(
  { tool, arguments: args, owner, options, deadline }: Call,
  input: Record<string, unknown>,
  destinations: readonly { kind: string }[],
  { resolver, egress, clock, random }: ChangesOptions,
): Promise<ShownChanges | undefined> {
  if (!tool.changes) {
    const isChange = destinations.some(({ kind }) => kind === "thing");
    return isChange ? { changes: [], unread_because: `${tool.title} cannot read it.` } : undefined;
  }
  const bounded = { ...options, deadline: deadline.within(READ_MS) };
  const read = new Call({ event: "tool_call", tool, arguments: args, owner, options: bounded }, clock);
  try {
    await read.prepare(resolver);
    const http = withoutWrites(selectHttpClient(tool, egress));
    const guarded = withoutWrites(selectFetchClient(tool, egress));
    const context = new CallContext(read, input, { http, guarded, clock, random });
    context.credential = await read.openCredential(resolver);
    const changes = await tool.changes(input, context);
    return redactResult({ changes, unread_because: null }, read.secrets) as ShownChanges;
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    return { changes: [], unread_because: read.secrets.redact(error.message) };
  }
}

/** Returns a client that throws for every request that is not a read. */
function withoutWrites(client: HttpClient): HttpClient {
  return {
    send: (request) => {
      if (request.effect !== "read") throw new Error("A tool tried to write while reading what it changes.");
      return client.send(request);
    },
  };
}

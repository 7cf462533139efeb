import { json } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";

/** Whose an OAuth token is, as Dovecot asks it (RFC 7662, the token in the query). */
export interface IntrospectionStub {
  readonly port: number;
  /** From now on the token opens this mailbox. */
  grant(token: string, email: string): void;
  /** From now on it opens none. */
  revoke(token: string): void;
  close(): Promise<void>;
}

export async function startIntrospection(): Promise<IntrospectionStub> {
  const owners = new Map<string, string>();
  const server = await startScriptedServer({
    name: "introspection",
    handle({ query }) {
      const email = owners.get(query.get("token") ?? "");
      return email === undefined ? json({ active: "false" }, 401) : json({ active: "true", email });
    },
  });
  return {
    port: server.port,
    grant: (token, email) => void owners.set(token, email),
    revoke: (token) => void owners.delete(token),
    close: () => server.close(),
  };
}

import type { AdapterDependencies } from "./adapter-tools.ts";
import { chatappConnection } from "./chatapp/chatapp-connection.ts";
import type { ConnectionCheck } from "./connection-check.ts";

/** How each kind of credential is tested and revoked; of several that fit a credential the first counts. */
export function connectionChecks({
  endpoints,
}: Pick<AdapterDependencies, "endpoints" | "egress">): ConnectionCheck[] {
  return [chatappConnection(endpoints.chatapp.baseUrl)];
}

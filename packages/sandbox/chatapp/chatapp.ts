import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { type AuthorizedCall, type ReceivedChatappCall, readCall } from "./call.ts";
import { type ChatappPayload, chatappRefusalBody } from "./failures.ts";
import { chatappMethods } from "./methods.ts";
import { sampleChatWorkspace } from "./sample-workspace.ts";
import type { ChatWorkspace } from "./workspace.ts";

/** The chat app's server and its state. */
export type ChatappServer = ScriptedServer & { readonly workspace: ChatWorkspace };

/**
 * Starts a server that speaks the Slack Web API: `POST {url}/api/{method}` with a form or JSON and a bearer
 * token. Errors are HTTP 200 with `ok: false`. Its methods are `auth.test`, `auth.revoke`,
 * `users.lookupByEmail`, `conversations.open` and `chat.postMessage`.
 */
export async function startChatapp(
  options: { workspace?: ChatWorkspace; port?: number } = {},
): Promise<ChatappServer> {
  const workspace = options.workspace ?? sampleChatWorkspace();
  let answered = 0;
  const server = await startScriptedServer({
    name: "chatapp",
    port: options.port,
    handle: (request) => {
      answered += 1;
      return answerCall(request, workspace, `sandbox-${answered}`);
    },
  });
  return { ...server, workspace };
}

function answerCall(request: RecordedRequest, workspace: ChatWorkspace, requestId: string): Message {
  const headers: Record<string, string> = { "x-slack-req-id": requestId };
  const reply = (payload: ChatappPayload) => json(payload, 200, headers);
  const call = readCall(request);
  if ("ok" in call) return reply(call);
  const method = chatappMethods.get(call.method);
  if (method === undefined) return reply(chatappRefusalBody("unknown_method", { req_method: call.method }));

  const authorized = authorize(call, workspace);
  if ("ok" in authorized) return reply(authorized);
  const accepted = method.scopes(authorized);
  const granted = authorized.caller.scopes;
  headers["x-oauth-scopes"] = granted.join(",");
  headers["x-accepted-oauth-scopes"] = accepted.join(",");
  const needed = accepted.find((scope) => !granted.includes(scope));
  if (needed !== undefined)
    return reply(chatappRefusalBody("missing_scope", { needed, provided: granted.join(",") }));

  const payload = method.run(authorized, workspace);
  if (call.warning === undefined) return reply(payload);
  const metadata = { ...payload.response_metadata, warnings: [call.warning] };
  return reply({ ...payload, warning: call.warning, response_metadata: metadata });
}

function authorize(call: ReceivedChatappCall, workspace: ChatWorkspace): AuthorizedCall | ChatappPayload {
  if (call.token === undefined || call.token === "") return chatappRefusalBody("not_authed");
  const caller = workspace.tokens.get(call.token);
  if (caller === undefined) return chatappRefusalBody("invalid_auth");
  if (caller.revoked === true) return chatappRefusalBody("token_revoked");
  return { ...call, token: call.token, caller };
}

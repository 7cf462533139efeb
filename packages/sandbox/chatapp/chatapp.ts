import type { RecordedRequest } from "../server/recorded-request.ts";
import { json, type Message } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { type AuthorizedCall, type ReceivedChatappCall, readCall } from "./call.ts";
import { type ChatappPayload, chatappRefusalBody, invalidArguments } from "./failures.ts";
import { postMessage } from "./post-message.ts";
import { sampleChatWorkspace } from "./sample-workspace.ts";
import type { ChatappUser, ChatWorkspace } from "./workspace.ts";

/** The chat app's server and its state. */
export type ChatappServer = ScriptedServer & { readonly workspace: ChatWorkspace };

/**
 * Starts a server that speaks the Slack Web API: `POST {url}/api/{method}` with a form or JSON and a bearer
 * token. Errors are HTTP 200 with `ok: false`. Its methods are `auth.test`, `auth.revoke`,
 * `users.lookupByEmail`, `users.list`, `conversations.open` and `chat.postMessage`.
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

/** A Web API method: its required scopes and its implementation. */
interface ChatappMethod {
  scopes(call: AuthorizedCall): readonly string[];
  run(call: AuthorizedCall, workspace: ChatWorkspace): ChatappPayload;
}

/** The supported methods. Any other is `unknown_method`. */
const chatappMethods: ReadonlyMap<string, ChatappMethod> = new Map<string, ChatappMethod>([
  ["auth.test", { scopes: () => [], run: testAuthentication }],
  ["auth.revoke", { scopes: () => [], run: revokeToken }],
  ["users.lookupByEmail", { scopes: () => ["users:read.email"], run: lookupByEmail }],
  ["users.list", { scopes: () => ["users:read"], run: listUsers }],
  ["conversations.open", { scopes: openScopes, run: openConversation }],
  ["chat.postMessage", { scopes: () => ["chat:write"], run: postMessage }],
]);

function testAuthentication({ caller }: AuthorizedCall, workspace: ChatWorkspace): ChatappPayload {
  return {
    ok: true,
    url: "https://sandbox.chatapp.example/",
    team: workspace.teamName,
    user: workspace.user(caller.userId)?.name,
    team_id: workspace.teamId,
    user_id: caller.userId,
    ...(caller.kind === "bot" ? { bot_id: "B01" } : {}),
    is_enterprise_install: false,
  };
}

function revokeToken(call: AuthorizedCall): ChatappPayload {
  if (call.arguments.test === "1" || call.arguments.test === "true") return { ok: true, revoked: false };
  call.caller.revoked = true;
  return { ok: true, revoked: true };
}

/** Answers `users.lookupByEmail`, which takes only GET or a form. It ignores arguments in JSON. */
function lookupByEmail(call: AuthorizedCall, workspace: ChatWorkspace): ChatappPayload {
  const email = call.encoding === "form" ? call.arguments.email : undefined;
  if (email === undefined || email === "") return invalidArguments("missing required field: email");
  const user = workspace.userByEmail(email);
  return user === undefined
    ? chatappRefusalBody("users_not_found")
    : { ok: true, user: describeUser(user, workspace) };
}

/** Answers `users.list` with pages of `limit`. A cursor is the number of users before the page. */
function listUsers({ arguments: { limit, cursor } }: AuthorizedCall, workspace: ChatWorkspace) {
  const start = Number(cursor ?? 0);
  const end = start + (Number(limit) || workspace.users.length);
  return {
    ok: true as const,
    members: workspace.users.slice(start, end).map((user) => describeUser(user, workspace)),
    response_metadata: { next_cursor: end < workspace.users.length ? String(end) : "" },
  };
}

function describeUser(user: ChatappUser, workspace: ChatWorkspace) {
  return {
    id: user.id,
    team_id: workspace.teamId,
    name: user.name,
    deleted: user.deleted ?? false,
    is_bot: user.isBot ?? false,
    profile: { email: user.email, real_name: user.name },
  };
}

function invited(call: AuthorizedCall): readonly string[] {
  return (call.arguments.users ?? "").split(",").flatMap((id) => id.trim() || []);
}

function openScopes(call: AuthorizedCall): readonly string[] {
  return invited(call).length > 1 ? ["mpim:write"] : ["im:write"];
}

function openConversation(call: AuthorizedCall, workspace: ChatWorkspace): ChatappPayload {
  const ids = invited(call);
  if (ids.length === 0) return chatappRefusalBody("users_list_not_supplied");
  if (ids.length > 8) return chatappRefusalBody("too_many_users");
  for (const id of ids) {
    const user = workspace.user(id);
    if (user === undefined) return chatappRefusalBody("user_not_found");
    if (user.deleted === true) return chatappRefusalBody("user_disabled");
  }
  const { conversation, alreadyOpen } = workspace.openConversation([call.caller.userId, ...ids]);
  return {
    ok: true,
    ...(alreadyOpen ? { no_op: true, already_open: true } : {}),
    channel: { id: conversation.id },
  };
}

import type { AuthorizedCall } from "./call.ts";
import { type ChatappPayload, chatappRefusalBody, invalidArguments } from "./failures.ts";
import { postMessage } from "./post-message.ts";
import type { ChatappUser, ChatWorkspace } from "./workspace.ts";

/** A Web API method: its required scopes and its implementation. */
export interface ChatappMethod {
  scopes(call: AuthorizedCall): readonly string[];
  run(call: AuthorizedCall, workspace: ChatWorkspace): ChatappPayload;
}

/** The supported methods. Any other is `unknown_method`. */
export const chatappMethods: ReadonlyMap<string, ChatappMethod> = new Map<string, ChatappMethod>([
  ["auth.test", { scopes: () => [], run: testAuthentication }],
  ["auth.revoke", { scopes: () => [], run: revokeToken }],
  ["users.lookupByEmail", { scopes: () => ["users:read.email"], run: lookupByEmail }],
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

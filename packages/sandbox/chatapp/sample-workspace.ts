import { ChatWorkspace } from "./workspace.ts";

/** The bot token of the sample workspace, with every scope required for direct messages and posts. */
export const sampleBotToken = "xoxb-sandbox-bot";

/** The user token of the sample workspace. */
export const sampleUserToken = "xoxp-sandbox-user";

/** A bot token of the sample workspace that may only post. */
export const sampleNarrowToken = "xoxb-sandbox-narrow";

const scopes = ["chat:write", "im:write", "mpim:write", "users:read", "users:read.email"];

/**
 * Creates a small workspace: a bot, two people, a deactivated member, and four channels (two joined, one not
 * joined, one archived).
 */
export function sampleChatWorkspace(): ChatWorkspace {
  return new ChatWorkspace({
    tokens: {
      [sampleBotToken]: { kind: "bot", userId: "U0BOT", scopes },
      [sampleUserToken]: { kind: "user", userId: "U0GRACE", scopes },
      [sampleNarrowToken]: { kind: "bot", userId: "U0BOT", scopes: ["chat:write"] },
    },
    users: [
      { id: "U0BOT", name: "plumbline", email: "bot@example.com", isBot: true },
      { id: "U0ADA", name: "ada", email: "ada@example.com" },
      { id: "U0GRACE", name: "grace", email: "grace@example.com" },
      { id: "U0LEFT", name: "left", email: "left@example.com", deleted: true },
    ],
    channels: [
      { id: "C0GENERAL", name: "general", isMember: true },
      { id: "C0RANDOM", name: "random", isMember: true },
      { id: "C0QUIET", name: "quiet", isMember: false },
      { id: "C0OLD", name: "old", isMember: true, isArchived: true },
    ],
  });
}

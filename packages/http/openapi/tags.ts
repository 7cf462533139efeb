/** Areas of the API in reading order, with descriptions. */
export const TAGS = {
  Research:
    "Answers about real people, organisations and current events, cited from public sources or refused.",
  Agent: "Streamed agent runs: research where a prompt needs it, tools, and guarded text.",
  Conversations: "What is kept about a conversation between turns: its state and writes, but no messages.",
  Tools: "Every action on an external system is a tool; all results have the same form.",
  Approvals: "Calls that need approval, and the decisions to approve or deny them.",
  "Model Context Protocol": "The same tools for MCP clients.",
  Credentials: "A tenant's connections to providers. Tokens can be stored but never read.",
  Connections:
    "Connecting an account with OAuth: from an API client, or through a page that a customer opens.",
  Watches: "Watches on feeds and inboxes: their events, in order and exactly once, and their health.",
  Policy:
    "What a tenant lets its callers do: which tools, which destinations, and which calls need approval.",
  Sessions: "Short-lived tokens for browsers and end users, created with a tenant's key.",
  Calls: "The log of calls with results and durations, and its totals.",
  Audit: "Changes to a tenant's credentials, connections and keys: who made them, and when.",
  Console: "The web interface of the service, and signing in to it with a key.",
  Tenants: "Tenants and their API keys, administered by an operator.",
  Service: "The service itself: health, metrics and this description.",
} as const;

/** First segments of the paths in each area, after `/api/v1`. */
const PATHS: Readonly<Record<keyof typeof TAGS, readonly string[]>> = {
  Research: ["autonomy"],
  Agent: ["agent"],
  Conversations: ["chats", "conversations"],
  Tools: ["tools"],
  Approvals: ["approvals", "allowances", "approve"],
  "Model Context Protocol": ["mcp", ".well-known"],
  Credentials: ["credentials"],
  Connections: ["connections", "connect", "oauth"],
  Watches: ["watches"],
  Policy: ["policy"],
  Sessions: ["sessions"],
  Calls: ["calls", "usage"],
  Audit: ["audit"],
  Console: ["", "console", "visit"],
  Tenants: ["tenants", "export"],
  Service: ["healthz", "readyz", "metrics", "openapi.json", "llms.txt", "docs"],
};

/** Returns the area to which a path belongs. Throws a plain Error if it belongs to none. */
export function findTag(path: string): string {
  const [, first = ""] = path.replace(/^\/api\/v1(?=\/)/, "").split("/");
  const found = Object.entries(PATHS).find(([, paths]) => paths.includes(first));
  if (found) return found[0];
  throw new Error(`The path ${path} belongs to no area of the API.`);
}

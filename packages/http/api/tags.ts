/** The areas of the API, in reading order, and what each is about. */
export const TAGS = {
  Research:
    "Answers about real people, organisations and current events, from cited public sources or not at all.",
  Agent: "A streamed run of the agent: research where a prompt needs it, tools, and guarded text.",
  Tools: "Every action on an external system is a tool, with one form of result for all.",
  "Model Context Protocol": "The same tools for MCP clients.",
  Credentials: "A tenant's connections to providers. A token goes in and never comes out.",
  Watches: "Watches on feeds and inboxes: what they found, in order and once, and whether they are alive.",
  Tenants: "Tenants and their API keys, which an operator administers.",
  Service: "The service itself: its health, its metrics and this description.",
} as const;

export type Tag = keyof typeof TAGS;

/** Functions behind the API. */
export type RouteFunctionName =
  | "health"
  | "docs"
  | "research"
  | "agent"
  | "tools"
  | "mcp"
  | "credentials"
  | "tenants"
  | "watches";

/** All functions: `tick` is started by the clock, `poll` and `deliver` by the queues. */
export type FunctionName = RouteFunctionName | "tick" | "poll" | "deliver";

/** What is to be done of watches: polls of feeds and of inboxes, and deliveries. */
export type QueueName = "feed" | "inbox" | "delivery";

export interface GatewayRoute {
  /** In API Gateway's form: `/api/v1/credentials/{id}`. */
  path: string;
  methods: readonly ("GET" | "POST" | "PATCH" | "DELETE")[];
  function: RouteFunctionName;
}

/** Which function serves what. The synthesis test holds it against the routes that the handlers serve. */
export const GATEWAY_ROUTES: readonly GatewayRoute[] = [
  { path: "/healthz", methods: ["GET"], function: "health" },
  { path: "/openapi.json", methods: ["GET"], function: "docs" },
  { path: "/docs", methods: ["GET"], function: "docs" },
  { path: "/api/v1/autonomy/research/complete", methods: ["POST"], function: "research" },
  { path: "/api/v1/agent/stream", methods: ["POST"], function: "agent" },
  { path: "/api/v1/tools", methods: ["GET"], function: "tools" },
  { path: "/api/v1/tools/{name}", methods: ["POST"], function: "tools" },
  { path: "/mcp", methods: ["POST"], function: "mcp" },
  { path: "/.well-known/oauth-protected-resource/mcp", methods: ["GET"], function: "mcp" },
  { path: "/api/v1/credentials", methods: ["GET", "POST"], function: "credentials" },
  { path: "/api/v1/credentials/{id}", methods: ["GET", "PATCH", "DELETE"], function: "credentials" },
  { path: "/api/v1/credentials/{id}/test", methods: ["POST"], function: "credentials" },
  { path: "/api/v1/watches", methods: ["GET", "POST"], function: "watches" },
  { path: "/api/v1/watches/{id}", methods: ["GET", "PATCH", "DELETE"], function: "watches" },
  { path: "/api/v1/watches/{id}/events", methods: ["GET"], function: "watches" },
  { path: "/api/v1/watches/{id}/deliveries", methods: ["GET", "POST"], function: "watches" },
  { path: "/api/v1/watches/{id}/deliveries/{delivery_id}/replay", methods: ["POST"], function: "watches" },
  { path: "/api/v1/watches/{id}/replay", methods: ["POST"], function: "watches" },
  { path: "/api/v1/watches/{id}/secret", methods: ["POST"], function: "watches" },
  { path: "/api/v1/tenants", methods: ["GET", "POST"], function: "tenants" },
  { path: "/api/v1/tenants/{id}", methods: ["DELETE"], function: "tenants" },
  { path: "/api/v1/tenants/{id}/keys", methods: ["GET", "POST"], function: "tenants" },
  { path: "/api/v1/tenants/{id}/keys/{key_id}", methods: ["DELETE"], function: "tenants" },
];

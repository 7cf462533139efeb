/**
 * All endpoints of the API in reading order: `METHOD /path` by operationId, grouped by the Lambda function
 * that serves them. The routes, the OpenAPI description, the gateway routes of a stage and the table in
 * docs/http-api.md are derived from this list. It imports nothing, because the stacks read it too.
 */
const BY_FUNCTION = {
  research: {
    completePrompt: "POST /api/v1/autonomy/research/complete",
    checkText: "POST /api/v1/autonomy/research/check",
  },
  agent: {
    runAgent: "POST /api/v1/agent/stream",
    resumeChat: "GET /api/v1/agent/stream/:id/stream",
    getRun: "GET /api/v1/agent/runs/:id",
    streamRun: "GET /api/v1/agent/runs/:id/stream",
    stopRun: "POST /api/v1/agent/runs/:id/stop",
    getRunTimeline: "GET /api/v1/agent/runs/:id/timeline",
    rateRun: "PUT /api/v1/agent/runs/:id/rating",
    listChats: "GET /api/v1/chats",
    getChat: "GET /api/v1/chats/:id",
    renameChat: "PATCH /api/v1/chats/:id",
    getConversation: "GET /api/v1/conversations/:id",
    deleteConversation: "DELETE /api/v1/conversations/:id",
    deleteConversations: "DELETE /api/v1/conversations",
  },
  tools: {
    listTools: "GET /api/v1/tools",
    callTool: "POST /api/v1/tools/:name",
    listApprovals: "GET /api/v1/approvals",
    getApproval: "GET /api/v1/approvals/:id",
    decideApproval: "POST /api/v1/approvals/:id",
    listAllowances: "GET /api/v1/allowances",
    deleteAllowance: "DELETE /api/v1/allowances/:id",
    signInToApprove: "GET /approve/sign-in",
    openApprovalPage: "GET /approve/:id",
    decideOnPage: "POST /approve/:id",
  },
  mcp: {
    postMcp: "POST /mcp",
    getMcpMetadata: "GET /.well-known/oauth-protected-resource/mcp",
  },
  credentials: {
    createCredential: "POST /api/v1/credentials",
    listCredentials: "GET /api/v1/credentials",
    getCredential: "GET /api/v1/credentials/:id",
    changeCredential: "PATCH /api/v1/credentials/:id",
    revokeCredential: "DELETE /api/v1/credentials/:id",
    testCredential: "POST /api/v1/credentials/:id/test",
    getMailPart: "GET /api/v1/credentials/:id/mail/part",
    createSession: "POST /api/v1/sessions",
    beginVisit: "POST /api/v1/visit",
    getVisit: "GET /api/v1/visit",
    endVisit: "DELETE /api/v1/visit",
    listAuditEntries: "GET /api/v1/audit",
    listOperatorAuditEntries: "GET /api/v1/audit/operators",
    listCalls: "GET /api/v1/calls",
    getCall: "GET /api/v1/calls/:id",
    getUsage: "GET /api/v1/usage",
    exportTenant: "GET /api/v1/export",
    startConnect: "POST /api/v1/connections/:kind",
    listConnects: "GET /api/v1/connections",
    withdrawConnect: "DELETE /api/v1/connections/:kind/:id",
    openConnectLink: "GET /connect/:token",
    beginConnect: "POST /connect/:token",
    endConnect: "GET /oauth/callback",
  },
  watches: {
    createWatch: "POST /api/v1/watches",
    listWatches: "GET /api/v1/watches",
    getWatch: "GET /api/v1/watches/:id",
    changeWatch: "PATCH /api/v1/watches/:id",
    deleteWatch: "DELETE /api/v1/watches/:id",
    listWatchEvents: "GET /api/v1/watches/:id/events",
    listDeliveries: "GET /api/v1/watches/:id/deliveries",
    sendTestDelivery: "POST /api/v1/watches/:id/deliveries",
    replayDelivery: "POST /api/v1/watches/:id/deliveries/:delivery_id/replay",
    replayDeliveries: "POST /api/v1/watches/:id/replay",
    rotateSigningSecret: "POST /api/v1/watches/:id/secret",
  },
  tenants: {
    getPolicy: "GET /api/v1/policy",
    putPolicy: "PUT /api/v1/policy",
    createTenant: "POST /api/v1/tenants",
    listTenants: "GET /api/v1/tenants",
    deleteTenant: "DELETE /api/v1/tenants/:id",
    createKey: "POST /api/v1/tenants/:id/keys",
    listKeys: "GET /api/v1/tenants/:id/keys",
    revokeKey: "DELETE /api/v1/tenants/:id/keys/:key_id",
    rotateKey: "POST /api/v1/tenants/:id/keys/:key_id/rotate",
    rotateDataKey: "POST /api/v1/tenants/:id/data-key/rotate",
    rewrapSecrets: "POST /api/v1/tenants/:id/data-key/rewrap",
  },
  health: {
    getHealth: "GET /healthz",
  },
  /** Served only by a single process. On AWS, CloudWatch monitors the service and stores the metrics. */
  none: {
    getReadiness: "GET /readyz",
    getMetrics: "GET /metrics",
  },
  docs: {
    getOpenApi: "GET /openapi.json",
    getLlmsText: "GET /llms.txt",
    getDocs: "GET /docs",
    getDocsPage: "GET /docs/:page",
    getConsole: "GET /",
    getConsoleFile: "GET /console/:file",
  },
} as const;

type ByFunction = typeof BY_FUNCTION;
type IdsOf<Functions> = Functions extends unknown ? keyof Functions : never;

/** The operationId of an endpoint. */
export type EndpointId = IdsOf<ByFunction[keyof ByFunction]>;

/** A Lambda function that serves endpoints. */
export type RouteFunctionName = Exclude<keyof ByFunction, "none">;

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface ListedEndpoint {
  id: EndpointId;
  method: Method;
  /** In Hono's format: `/api/v1/credentials/:id`. */
  path: string;
  /** `none` if no function serves it. */
  function: keyof ByFunction;
}

export const ENDPOINTS: readonly ListedEndpoint[] = Object.entries(BY_FUNCTION).flatMap(([name, endpoints]) =>
  Object.entries(endpoints).map(([id, route]) => {
    const [method, path] = route.split(" ");
    return { id, method, path, function: name } as ListedEndpoint;
  }),
);

/** Functions that call a model, a search engine or a provider on behalf of a caller. */
const COSTLY: readonly ListedEndpoint["function"][] = ["research", "agent", "tools", "mcp"];

/** Endpoints of the costly functions, except those that only read. */
export const COSTLY_ENDPOINTS: readonly ListedEndpoint[] = ENDPOINTS.filter(
  ({ function: name, method }) => COSTLY.includes(name) && method !== "GET",
);

/**
 * Endpoints that respond to requests without a key: public ones, and `/mcp`, which refuses such a request
 * with the URL of its metadata. On AWS the firewall rejects requests without a key to all other endpoints,
 * including new ones. A test compares this list with the access of each endpoint.
 */
export const KEYLESS_ENDPOINTS: readonly EndpointId[] = [
  "signInToApprove",
  "openApprovalPage",
  "decideOnPage",
  "postMcp",
  "getMcpMetadata",
  "openConnectLink",
  "beginConnect",
  "endConnect",
  "getHealth",
  "getReadiness",
  "beginVisit",
  "getVisit",
  "endVisit",
  "getOpenApi",
  "getLlmsText",
  "getDocs",
  "getDocsPage",
  "getConsole",
  "getConsoleFile",
];

export function findEndpoint(id: EndpointId): ListedEndpoint {
  const found = ENDPOINTS.find((one) => one.id === id);
  if (!found) throw new Error(`No endpoint has the id ${id}.`);
  return found;
}

/** Converts a path to the format of OpenAPI and API Gateway: `/api/v1/credentials/{id}`. */
export function toTemplatePath(path: string): string {
  return path.replace(/:(\w+)/g, "{$1}");
}

import {
  ENDPOINTS,
  type ListedEndpoint,
  type Method,
  type RouteFunctionName,
  toTemplatePath,
} from "../packages/http/endpoints/list.ts";

export type { RouteFunctionName };

/** All functions. The clock invokes `tick`; the queues invoke `poll` and `deliver`. */
export type FunctionName = RouteFunctionName | "tick" | "poll" | "deliver";

/** Queues of work for watches: polls of feeds, polls of inboxes, and deliveries. */
export type QueueName = "feed" | "inbox" | "delivery";

export interface GatewayRoute {
  /** In API Gateway's format: `/api/v1/credentials/{id}`. */
  path: string;
  methods: readonly Method[];
  function: RouteFunctionName;
}

/** The function of each route: the list of endpoints, by path. */
export const GATEWAY_ROUTES: readonly GatewayRoute[] = byPath(ENDPOINTS);

function byPath(endpoints: readonly ListedEndpoint[]): GatewayRoute[] {
  const routes = new Map<string, GatewayRoute>();
  for (const { path: listed, method, function: name } of endpoints) {
    if (name === "none") continue;
    const path = toTemplatePath(listed);
    const methods = routes.get(path)?.methods ?? [];
    routes.set(path, { path, methods: [...methods, method], function: name });
  }
  return [...routes.values()];
}

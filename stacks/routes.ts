import {
  ENDPOINTS,
  type ListedEndpoint,
  type Method,
  type RouteFunctionName,
  toTemplatePath,
} from "../packages/http/endpoints/list.ts";

export type { RouteFunctionName };

/** All functions. Schedules invoke `tick`, and queues invoke `poll` and `deliver`. */
export type FunctionName = RouteFunctionName | "tick" | "poll" | "deliver";

/** Queues of watches: polls of feeds, polls of inboxes, and deliveries. */
export type QueueName = "feed" | "inbox" | "delivery";

export interface GatewayRoute {
  /** In API Gateway's format: `/api/v1/credentials/{id}`. */
  path: string;
  methods: readonly Method[];
  function: RouteFunctionName;
}

/** Routes with their functions: the list of endpoints, grouped by path. */
export const GATEWAY_ROUTES: readonly GatewayRoute[] = groupByPath(ENDPOINTS);

function groupByPath(endpoints: readonly ListedEndpoint[]): GatewayRoute[] {
  const routes = new Map<string, GatewayRoute>();
  for (const { path: listed, method, function: name } of endpoints) {
    if (name === "none") continue;
    const path = toTemplatePath(listed);
    const methods = routes.get(path)?.methods ?? [];
    routes.set(path, { path, methods: [...methods, method], function: name });
  }
  return [...routes.values()];
}

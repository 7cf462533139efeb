import type { Route } from "@plumbline/http/route.ts";
import type { Service } from "@plumbline/service/service.ts";
import type { StreamingHandler } from "./lambda-runtime.ts";
import { serveService } from "./serve-service.ts";
import { type DeliveryQueueOf, openService, type ServiceOnLambda } from "./service.ts";

/** The handler of one function: its routes, on the whole service, with its pools, registry and unwrapped data keys. */
export function serveRoutes(
  routesOf: (service: Service) => readonly Route[],
  deliveryQueueOf?: DeliveryQueueOf,
): StreamingHandler {
  return serveService<ServiceOnLambda>((environment) => openService(environment, deliveryQueueOf), routesOf);
}

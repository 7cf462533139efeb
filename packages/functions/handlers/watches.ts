import { deliveryRoutes } from "@plumbline/http/endpoints/deliveries.ts";
import { watchRoutes } from "@plumbline/http/endpoints/watches.ts";
import { openDeliveryQueue } from "../runtime/delivery-queue.ts";
import { openForCallers } from "../runtime/open-for-callers.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(
  (environment) => openForCallers(environment, openDeliveryQueue),
  (service) => [...watchRoutes(service), ...deliveryRoutes(service)],
);

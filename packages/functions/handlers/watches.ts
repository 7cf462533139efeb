import { deliveryRoutes } from "@plumbline/http/endpoints/deliveries.ts";
import { watchRoutes } from "@plumbline/http/endpoints/watches.ts";
import { openDeliveryQueue } from "../runtime/open-service.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(
  (service) => [...watchRoutes(service), ...deliveryRoutes(service)],
  openDeliveryQueue,
);

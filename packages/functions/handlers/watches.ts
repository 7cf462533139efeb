import { deliveryRoutes } from "@plumbline/http/routes/delivery-routes.ts";
import { watchRoutes } from "@plumbline/http/routes/watch-routes.ts";
import { openDeliveryQueue } from "../runtime/delivery-queue.ts";
import { serveRoutes } from "../runtime/serve-routes.ts";

export const handler = serveRoutes(
  (service) => [...watchRoutes(service), ...deliveryRoutes(service)],
  openDeliveryQueue,
);

import { deliverMessages } from "./deliver-messages.ts";
import { eventHandler } from "./event-handler.ts";
import { openService, type ServiceOnLambda } from "./service.ts";

/** Invoked with what polls, replays and the tick have announced. */
export const handler = eventHandler({
  open: () => openService(process.env),
  run: deliverMessages,
  begin: (service: ServiceOnLambda) => service.beginInvocation(),
  end: (service: ServiceOnLambda) => service.endInvocation(),
});

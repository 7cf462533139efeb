import { eventHandler } from "./event-handler.ts";
import { openWheels, turnWheel } from "./turn-wheel.ts";

/** Invoked every minute for each wheel. It holds no service: no key, no provider and no model is in its reach. */
export const handler = eventHandler({ open: () => openWheels(process.env), run: turnWheel });

import { subscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";
import { Client, type Dispatcher } from "undici";

/** Whether one request went out as a whole. Nothing else tells a refusal before sending from a reset after it. */
export interface Sending {
  sent: boolean;
}

/**
 * The options of a request that wants to know whether it went out carry the mark to be set. Not its handler: undici
 * wraps a handler on the way to the connection, and hands the options through as they are.
 */
export interface TrackedOptions extends Dispatcher.DispatchOptions {
  sending: Sending;
}

interface Transmission {
  sending: Sending;
  socket?: Socket;
}

interface RequestMessage {
  request: object;
}

interface SocketMessage extends RequestMessage {
  socket: Socket;
}

const NOTHING = Buffer.alloc(0);

const transmissions = new WeakMap<object, Transmission>();
let dispatching: Sending | undefined;

// undici creates its request object synchronously inside Client.dispatch, so the one being dispatched now is the one created now.
subscribe("undici:request:create", (message) => {
  if (dispatching) transmissions.set((message as RequestMessage).request, { sending: dispatching });
});

subscribe("undici:client:sendHeaders", (message) => {
  const { request, socket } = message as SocketMessage;
  const transmission = transmissions.get(request);
  if (transmission) transmission.socket = socket;
});

subscribe("undici:request:bodySent", (message) => {
  const transmission = transmissions.get((message as RequestMessage).request);
  if (transmission) markWhenOut(transmission);
});

/**
 * undici says "body sent" when it has handed the body to the socket, which may still hold most of it. An empty write behind
 * it completes once the operating system took the last byte. A TLS socket reports that one turn late, when
 * an answer may already have been lost, so there the request counts as sent at once: the error that does no harm.
 */
function markWhenOut({ sending, socket }: Transmission): void {
  if (socket === undefined || socket instanceof TLSSocket || socket.writableLength === 0) {
    sending.sent = true;
    return;
  }
  socket.write(NOTHING, (error) => {
    if (!error) sending.sent = true;
  });
}

function isTracked(options: Dispatcher.DispatchOptions): options is TrackedOptions {
  return "sending" in options;
}

/** One connection that ties undici's own account of a request to the call it belongs to. */
export class TrackedClient extends Client {
  override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
    dispatching = isTracked(options) ? options.sending : undefined;
    try {
      return super.dispatch(options, handler);
    } finally {
      dispatching = undefined;
    }
  }
}

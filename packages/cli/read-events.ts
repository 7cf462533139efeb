import { objectIn } from "@plumbline/client/answer.ts";
import { serverSentEvents } from "@plumbline/client/server-sent-events.ts";

/** The JSON objects of a stream of server-sent events, as they arrive. */
export async function* readEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<Record<string, unknown>, void> {
  for await (const { data } of serverSentEvents(body)) yield objectIn(data, 200);
}

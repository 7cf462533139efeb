import type { Message } from "@plumbline/sandbox/server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";

/** Headers that belong to a connection, or to the framing that the relay does anew. */
const OWN_HEADERS = new Set(["connection", "keep-alive", "transfer-encoding", "content-length"]);

/**
 * Stands between the service and aimock, whose journal tells every provider's request in OpenAI's form: here
 * it is kept as it stood on the wire, and an answer of aimock's can be cut, broken or held at a chosen byte,
 * which aimock itself leaves to its timers.
 */
export function startModelRelay(modelUrl: string): Promise<ScriptedServer> {
  return startScriptedServer({
    name: "model relay",
    handle: async ({ method, path, headers, body }): Promise<Message> => {
      const answer = await fetch(`${modelUrl}${path}`, {
        method,
        headers: { "content-type": headers["content-type"] ?? "" },
        body,
      });
      return {
        status: answer.status,
        headers: Object.fromEntries([...answer.headers].filter(([name]) => !OWN_HEADERS.has(name))),
        body: Buffer.from(await answer.arrayBuffer()),
      };
    },
  });
}

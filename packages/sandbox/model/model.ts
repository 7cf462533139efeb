import { text } from "../server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "../server/scripted-server.ts";
import { assisting } from "./assisting.ts";
import { empty, malformedArguments, neverEnding, researching } from "./calling-tools.ts";
import { type ChatReply, cutOff, replying, slowly, speaking } from "./chat-reply.ts";
import { injected } from "./injected.ts";
import { citingWrongly, lying, lyingInSome, mixingNamesakes, smuggling } from "./lying.ts";
import { modelBadKey, modelUnknown } from "./model-failures.ts";
import { truthful } from "./truthful.ts";

/** The key that the server accepts by default. */
export const modelSandboxKey = "sandbox-model-key";

/** The models, by their name in requests. */
const models: ReadonlyMap<string, ChatReply> = new Map([
  ["truthful", speaking(truthful)],
  ["assisting", speaking(assisting)],
  ["lying", speaking(lying)],
  ["lying-in-some", speaking(lyingInSome)],
  ["mixing-namesakes", speaking(mixingNamesakes)],
  ["citing-wrongly", speaking(citingWrongly)],
  ["smuggling", speaking(smuggling)],
  ["injected", speaking(injected)],
  ["researching", speaking(researching)],
  ["never-ending", speaking(neverEnding)],
  ["malformed-arguments", speaking(malformedArguments)],
  ["empty", speaking(empty)],
  ["slow", slowly(truthful)],
  ["cut-off", cutOff(truthful)],
]);

/** The names of all models. */
export const sandboxModels: readonly string[] = [...models.keys()];

/**
 * A model provider on loopback. `truthful` tells the truth, `assisting` also calls tools, and the others fail
 * in ways that models do.
 */
export interface ModelServer extends ScriptedServer {
  /** The base URL of its API: `{url}/v1`. */
  readonly apiUrl: string;
}

/**
 * Starts a server that speaks streaming Chat Completions (OpenAI's format): `POST {url}/v1/chat/completions`
 * with a bearer key.
 */
export async function startModel(options: { apiKey?: string; port?: number } = {}): Promise<ModelServer> {
  const key = options.apiKey ?? modelSandboxKey;
  const server = await startScriptedServer({
    name: "model",
    port: options.port,
    handle: (request) => {
      if (request.method !== "POST" || request.path !== "/v1/chat/completions") return text("not found", 404);
      const given = (request.headers.authorization ?? "").replace(/^Bearer /, "");
      if (given !== key) return modelBadKey(given);
      return replying(({ model }) => models.get(model)?.(request) ?? modelUnknown(model))(request);
    },
  });
  return { ...server, apiUrl: `${server.url}/v1` };
}

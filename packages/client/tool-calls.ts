import type { paths } from "./schema.d.ts";
import type { Schemas } from "./schemas.ts";

type ToolPath = Exclude<Extract<keyof paths, `/api/v1/tools/${string}`>, "/api/v1/tools/{name}">;
type Call<Path extends ToolPath> = paths[Path]["post"];
type ArgumentsOf<Path extends ToolPath> =
  Call<Path>["requestBody"]["content"]["application/json"]["arguments"];
type ResultOf<Path extends ToolPath> = Call<Path>["responses"][200]["content"]["application/json"];

/** Options of one call, beside its arguments. */
export interface ToolCallOptions {
  /** Makes the call happen once: the same key with the same call gives the first result again. */
  idempotencyKey?: string;
  /** The conversation that the call belongs to, by any text that you choose (docs/conversations.md). */
  conversationId?: string;
  /** A run of your own loop, for the log of calls; without a conversation it stands for one. */
  runId?: string;
  /** Of the same call, made before: answers what became of it, and sends nothing. */
  approvalId?: string;
  /** Destinations that the user named, which a policy then takes as wanted. */
  allowDestinations?: Schemas["ToolCall"]["allow_destinations"];
  signal?: AbortSignal;
}

/**
 * A function for each tool, by its name in a model's spelling. It answers how the call ended: `ok` true with
 * the tool's result, or false with a reason to be shown. It throws PlumblineError where the request itself is
 * refused.
 *
 *     const sent = await client.tools.chatapp_dm({ to: "ada@example.com", text: "Hello" });
 *     if (!sent.ok) console.error(sent.refusal_reason);
 */
export type ToolCalls = {
  readonly [Path in ToolPath as Path extends `/api/v1/tools/${infer Name}` ? Name : never]: (
    args: ArgumentsOf<Path>,
    options?: ToolCallOptions,
  ) => Promise<ResultOf<Path>>;
};

type CallByName = (name: string, args: object, options: ToolCallOptions) => Promise<unknown>;

/** Makes the functions; every name of more than one word has one, so that a new tool needs no new client. */
export function toolCalls(call: CallByName): ToolCalls {
  return new Proxy({} as ToolCalls, {
    get: (_target, name) =>
      // What awaits or prints an object asks it for words such as `then`.
      typeof name === "string" && /^[a-z][a-z0-9]*_[a-z0-9_]+$/.test(name)
        ? (args: object, options: ToolCallOptions = {}) => call(name, args, options)
        : undefined,
  });
}

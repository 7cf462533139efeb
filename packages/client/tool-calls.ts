import type { paths } from "./schema.d.ts";
import type { Schemas } from "./schemas.ts";

type ToolPath = Exclude<Extract<keyof paths, `/api/v1/tools/${string}`>, "/api/v1/tools/{name}">;
type Call<Path extends ToolPath> = paths[Path]["post"];
type ArgumentsOf<Path extends ToolPath> =
  Call<Path>["requestBody"]["content"]["application/json"]["arguments"];
type ResultOf<Path extends ToolPath> = Call<Path>["responses"][200]["content"]["application/json"];

/** Options of one call, besides its arguments. */
export interface ToolCallOptions {
  /** Makes the call idempotent: repeating it with the same key returns the first result. */
  idempotencyKey?: string;
  /** The conversation that the call belongs to, as any text of your choice (docs/conversations.md). */
  conversationId?: string;
  /** A run of your own loop, recorded in the log of calls. Without a conversation, it also serves as one. */
  runId?: string;
  /** Approval of the same call made earlier: returns that call's outcome and sends nothing. */
  approvalId?: string;
  /** Destinations that the user named. The policy treats them as intended. */
  allowDestinations?: Schemas["ToolCall"]["allow_destinations"];
  signal?: AbortSignal;
}

/**
 * One function per tool, under the tool's name as models spell it. Each returns the call's outcome: `ok` is
 * true with the tool's result, or false with a reason to show. Throws PlumblineError if the request itself is
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

/** Creates the functions. Any name of several words has one, so that new tools work without a new client. */
export function createToolCalls(call: CallByName): ToolCalls {
  return new Proxy({} as ToolCalls, {
    get: (_target, name) =>
      // Awaiting or printing an object reads properties such as `then`.
      typeof name === "string" && /^[a-z][a-z0-9]*_[a-z0-9_]+$/.test(name)
        ? (args: object, options: ToolCallOptions = {}) => call(name, args, options)
        : undefined,
  });
}

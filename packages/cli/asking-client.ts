import * as z from "zod";

/** Field with the protocol version in messages of the later protocol. */
export const VERSION_FIELD = "io.modelcontextprotocol/protocolVersion";

/** Before protocol 2026-07-28, a client states once, in `initialize`, that it can ask its user. */
const initialize = z.looseObject({
  method: z.literal("initialize"),
  params: z.looseObject({
    capabilities: z.looseObject({ elicitation: z.looseObject({}) }),
    clientInfo: z.looseObject({}).optional(),
  }),
});

const toolCall = z.looseObject({
  id: z.union([z.string(), z.number()]),
  method: z.literal("tools/call"),
  params: z.looseObject({ _meta: z.looseObject({}).optional() }),
});

/** A tool call of a client that can ask its user. */
export type AskingCall = z.infer<typeof toolCall>;

const question = z.object({ method: z.string(), params: z.looseObject({}).optional() });

/** Questions that the service needs answered in order to continue a call. */
const inputRequired = z.looseObject({
  resultType: z.literal("input_required"),
  inputRequests: z.record(z.string(), question),
  requestState: z.string().optional(),
});

type Question = z.infer<typeof question>;

/** Matches a number that JSON.parse may have altered. Such a line is posted unchanged. */
const LONG_NUMBER = /\d{16}/;

/**
 * Asks the user of a client with a protocol before 2026-07-28. In these protocols, the server sends its own
 * request, for which `/mcp` has no session. The call is therefore sent to the service in the later format,
 * and the service's questions are asked over standard output.
 */
export class AskingClient {
  readonly #ask: (asked: Question, signal: AbortSignal) => Promise<unknown>;
  #clientInfo: unknown;
  #canAsk = false;

  /** `ask` sends the client a request and resolves with its result, or with `undefined` for a refusal. */
  constructor(ask: (asked: Question, signal: AbortSignal) => Promise<unknown>) {
    this.#ask = ask;
  }

  /** Records the client's capabilities from its `initialize`. */
  note(message: unknown): void {
    const begun = initialize.safeParse(message).data;
    if (!begun) return;
    this.#canAsk = true;
    this.#clientInfo = begun.params.clientInfo;
  }

  /**
   * Converts the call to the later format. Returns `undefined` for any other message, or if the client cannot
   * ask.
   */
  addEnvelope(message: unknown, line: string): AskingCall | undefined {
    const call = this.#canAsk && !LONG_NUMBER.test(line) ? toolCall.safeParse(message).data : undefined;
    if (!call || VERSION_FIELD in (call.params._meta ?? {})) return undefined;
    const _meta = {
      ...call.params._meta,
      [VERSION_FIELD]: "2026-07-28",
      "io.modelcontextprotocol/clientInfo": this.#clientInfo,
      "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
    };
    return { ...call, params: { ...call.params, _meta } };
  }

  /**
   * Asks the questions in a response and returns the call with the answers, or `undefined` without questions.
   */
  async askAgain(call: AskingCall, answer: unknown, signal: AbortSignal): Promise<AskingCall | undefined> {
    const wanted = inputRequired.safeParse(Object(answer).result).data;
    if (!wanted) return undefined;
    const inputResponses: Record<string, unknown> = {};
    for (const [name, asked] of Object.entries(wanted.inputRequests))
      inputResponses[name] = (await this.#ask(asked, signal)) ?? { action: "cancel" };
    return { ...call, params: { ...call.params, inputResponses, requestState: wanted.requestState } };
  }
}

import * as z from "zod";

/** A client of a protocol before 2026-07-28 says once, at `initialize`, that its person can be asked. */
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

/** A tool call of a client whose person can be asked. */
export type AskingCall = z.infer<typeof toolCall>;

const question = z.object({ method: z.string(), params: z.looseObject({}).optional() });

/** Questions that the service wants answered before it goes on with a call. */
const inputRequired = z.looseObject({
  resultType: z.literal("input_required"),
  inputRequests: z.record(z.string(), question),
  requestState: z.string().optional(),
});

type Question = z.infer<typeof question>;

/** A number that JSON.parse may have changed: such a line is posted as it came. */
const LONG_NUMBER = /\d{16}/;

/**
 * Asks the person of a client that speaks a protocol before 2026-07-28. There a server asks by a request of
 * its own, for which `/mcp` has no session. So the call goes to the service in the later form, and what the
 * service then wants to know is asked over standard output.
 */
export class AskingClient {
  readonly #ask: (asked: Question, signal: AbortSignal) => Promise<unknown>;
  #clientInfo: unknown;
  #canAsk = false;

  /** `ask` sends the client a request and resolves to its result; a refusal is `undefined`. */
  constructor(ask: (asked: Question, signal: AbortSignal) => Promise<unknown>) {
    this.#ask = ask;
  }

  /** Notes what the client can do, as its `initialize` says. */
  note(message: unknown): void {
    const begun = initialize.safeParse(message).data;
    if (!begun) return;
    this.#canAsk = true;
    this.#clientInfo = begun.params.clientInfo;
  }

  /** The call in the later form; `undefined` for any other message, and for a client that cannot ask. */
  enveloped(message: unknown, line: string): AskingCall | undefined {
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
   * Asks what an answer wants to know, and returns the call that brings it to the service; `undefined` for an
   * answer that wants nothing.
   */
  async again(call: AskingCall, answer: unknown, signal: AbortSignal): Promise<AskingCall | undefined> {
    const wanted = inputRequired.safeParse(Object(answer).result).data;
    if (!wanted) return undefined;
    const inputResponses: Record<string, unknown> = {};
    for (const [name, asked] of Object.entries(wanted.inputRequests))
      inputResponses[name] = (await this.#ask(asked, signal)) ?? { action: "cancel" };
    return { ...call, params: { ...call.params, inputResponses, requestState: wanted.requestState } };
  }
}

/** Where a message of the later protocol says its version. */
export const VERSION_FIELD = "io.modelcontextprotocol/protocolVersion";

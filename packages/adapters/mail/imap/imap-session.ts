import { Socket } from "node:net";
import type { SocketOptions, SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import { AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import { ImapFlow, type ImapFlowOptions } from "imapflow";
import { TokenParser } from "imapflow/lib/handler/token-parser.js";
import type { MailAccount } from "../mail-account.ts";
import { type CallBounds, runWithTimeLimit } from "../mail-time-limit.ts";
import { listSentForms } from "../sent-forms.ts";
import { watchForGreeting } from "../tls-mistakes.ts";
import { toImapError } from "./imap-error.ts";

const CONNECT_TIMEOUT_MS = 10_000;
/** Maximum wait for the server's response to LOGOUT. */
const LOGOUT_TIMEOUT_MS = 2_000;
/** No command requests a whole part, so only a faulty server sends more. */
const MAX_LITERAL_BYTES = 4 * 1024 * 1024;
/** A search response is one line, with at most half a million UIDs. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const MAX_RESPONSE_BYTES = 2 * MAX_LINE_BYTES;

limitParsing();

/** The part of a call's context that a session needs. */
export type SessionContext = CallBounds & Pick<ActionContext, "conceal" | "noteReach">;

/** A signed-in client, and the last failure that imapflow only logged. */
export interface ImapSession {
  client: ImapFlow;
  swallowed: SwallowedFailure;
}

/**
 * Signs in to a mail server, runs `work` and signs out. The call's time limit and signal bound the whole
 * session. The connection is always closed. Throws AdapterError.
 */
export async function withImapSession<Result>(
  account: MailAccount,
  socketOptions: SocketOptionsFor,
  context: SessionContext,
  work: (session: ImapSession) => Promise<Result>,
): Promise<Result> {
  const progress = { host: account.host, effect: "read", sent: false } as const;
  return runWithTimeLimit(
    context,
    () => progress,
    (stop) => runSession(account, socketOptions, context, work, stop),
  );
}

async function runSession<Result>(
  account: MailAccount,
  socketOptions: SocketOptionsFor,
  { clock, conceal, noteReach }: SessionContext,
  work: (session: ImapSession) => Promise<Result>,
  stop: AbortSignal,
): Promise<Result> {
  for (const form of listSentForms(account)) conceal(form);
  let end: (error: unknown) => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    end = reject;
  });
  const swallowed = new SwallowedFailure(end);
  const target = socketOptions(account, account.hostField);
  const client = new ImapFlow(createClientOptions(account, target, swallowed));
  const hasGreeted = () =>
    "socket" in client && client.socket instanceof Socket && client.socket.bytesRead > 0;
  const greeting = watchForGreeting(account, target, clock, hasGreeted);
  // Without a listener, a socket that breaks late would end the process.
  client.on("error", end);
  stop.addEventListener("abort", () => client.close(), { once: true });
  const run = async () => {
    noteReach();
    await client.connect();
    const result = await work({ client, swallowed });
    // After the server's BYE, imapflow returns nothing and throws no error.
    if (!client.usable || client.state === client.states.LOGOUT)
      throw new AdapterTransientError(`${account.host} closed the connection.`);
    return result;
  };
  try {
    const result = await Promise.race([ended, greeting.refused, run()]);
    await signOut(client, clock);
    return result;
  } catch (error) {
    throw toImapError(error, account);
  } finally {
    greeting.cancel();
    client.close();
  }
}

function createClientOptions(
  account: MailAccount,
  { host, port, ...connect }: SocketOptions,
  swallowed: SwallowedFailure,
): ImapFlowOptions {
  const { implicitTls, user, login } = account;
  const note = (entry: unknown) => swallowed.note(entry);
  const ignore = () => undefined;
  return {
    host,
    port,
    // imapflow passes these to net.connect and tls.connect: the egress guard's lookup, and certificates
    // trusted in addition to the system's.
    tls: connect,
    ...(implicitTls ? { secure: true } : { secure: false, doSTARTTLS: true }),
    auth:
      login.type === "xoauth2"
        ? { user, accessToken: login.secret.reveal() }
        : { user, pass: login.secret.reveal() },
    clientInfo: { name: "Plumbline", version: "0.1", vendor: "Plumbline", "support-url": "" },
    logger: { trace: ignore, debug: ignore, info: ignore, warn: note, error: note, fatal: note },
    disableAutoIdle: true,
    // Neither is worthwhile for one short session, and a compressed stream could expand without limit.
    disableCompression: true,
    disableAutoEnable: true,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    maxLiteralSize: MAX_LITERAL_BYTES,
    maxLineLength: MAX_LINE_BYTES,
    maxResponseSize: MAX_RESPONSE_BYTES,
  };
}

/** Signs out cleanly if the server responds soon. By then, the results have already arrived. */
async function signOut(client: ImapFlow, clock: SessionContext["clock"]): Promise<void> {
  let stopTimer: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    stopTimer = clock.after(LOGOUT_TIMEOUT_MS, resolve);
  });
  const farewell = client.logout().catch(() => undefined);
  await Promise.race([farewell, late]);
  stopTimer();
}

/** Maximum token length. Only a set of UIDs is ever longer, and no command requests one. */
const MAX_TOKEN_LENGTH = 8_192;
/** Maximum number of tokens. Each UID in a search response is one. */
const MAX_TOKENS = 500_000;

/**
 * Makes imapflow refuse a response whose parsing would block the process. Version 2.1.2 takes time quadratic
 * in the length of a token (a minute for 500 KB; fixed in 2.5.9) and about 300 bytes for every token.
 */
function limitParsing(): void {
  const { getAttributes } = TokenParser.prototype;
  TokenParser.prototype.getAttributes = function bounded(this: TokenParser) {
    if (isExcessive(this.str)) throw new ExcessiveResponse();
    return getAttributes.call(this);
  };
}

class ExcessiveResponse extends Error {
  override readonly name = "ExcessiveResponse";
  /** imapflow's own code for a response beyond its limits. */
  readonly code = "ResponseTooLarge";

  constructor() {
    super("The response has too many tokens, or one that is too long.");
  }
}

const SPACE = 0x20;
const QUOTE = 0x22;
const OPENING = 0x28;
const BACKSLASH = 0x5c;

/**
 * Returns whether a response has more tokens, or longer ones, than any server needs to send. Quoted strings
 * may have any length.
 */
function isExcessive(response: string): boolean {
  let tokens = 0;
  let length = 0;
  let quoted = false;
  for (let at = 0; at < response.length; at++) {
    const letter = response.charCodeAt(at);
    if (quoted && letter === BACKSLASH) at += 1;
    else if (letter === QUOTE) quoted = !quoted;
    if (quoted) continue;
    const parts = letter === SPACE || letter === OPENING;
    length = parts || letter === QUOTE ? 0 : length + 1;
    if (parts) tokens += 1;
    if (length > MAX_TOKEN_LENGTH || tokens > MAX_TOKENS) return true;
  }
  return false;
}

/**
 * Records failures that imapflow only logs: a failed search, an unreadable response, or a connection lost
 * between two commands. Passed to imapflow as its logger. Keeps the last failure since `forget` and writes
 * nothing.
 */
class SwallowedFailure {
  latest: unknown;
  readonly #onThrottle: (error: unknown) => void;

  constructor(onThrottle: (error: unknown) => void) {
    this.#onThrottle = onThrottle;
  }

  forget(): void {
    this.latest = undefined;
  }

  /**
   * True if the failure was a response that imapflow could not parse, rather than a refusal by the server.
   */
  get unreadable(): boolean {
    return this.latest instanceof Error && !("responseStatus" in this.latest);
  }

  note(entry: unknown): void {
    if (entry === null || typeof entry !== "object" || !("err" in entry)) return;
    const { err } = entry;
    this.latest = err;
    // imapflow has already waited as long as the server demands before it reports this.
    if (err instanceof Error && "code" in err && err.code === "ETHROTTLE") this.#onThrottle(err);
  }
}

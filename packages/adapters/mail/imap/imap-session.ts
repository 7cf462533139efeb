import { Socket } from "node:net";
import type { SocketOptions, SocketOptionsFor } from "@plumbline/core/egress/guard.ts";
import { AdapterTransientError } from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import { ImapFlow, type ImapFlowOptions } from "imapflow";
import { TokenParser } from "imapflow/lib/handler/token-parser.js";
import type { MailAccount } from "../mail-account.ts";
import { type CallBounds, withinTimeLimit } from "../mail-time-limit.ts";
import { sentForms } from "../sent-forms.ts";
import { watchForGreeting } from "../tls-mistakes.ts";
import { imapError } from "./imap-error.ts";

const CONNECT_TIMEOUT_MS = 10_000;
/** So long the server's farewell is waited for. */
const LOGOUT_TIMEOUT_MS = 2_000;
/** No part of a message is asked for whole; only a broken server sends more. */
const MAX_LITERAL_BYTES = 4 * 1024 * 1024;
/** A search answers in one line, with half a million UIDs at most. */
const MAX_LINE_BYTES = 4 * 1024 * 1024;
const MAX_RESPONSE_BYTES = 2 * MAX_LINE_BYTES;

boundParsing();

/** The part of a call's context that a session needs. */
export type SessionContext = CallBounds & Pick<ActionContext, "conceal" | "noteReach">;

/** A client that is signed in, and the failure that it only logged. */
export interface ImapSession {
  client: ImapFlow;
  swallowed: SwallowedFailure;
}

/**
 * Signs in to a mail server, does the work and signs out. The whole is bounded by the call's time and signal;
 * the connection is closed whatever happens. Throws AdapterError.
 */
export async function withImapSession<Result>(
  account: MailAccount,
  socketOptions: SocketOptionsFor,
  context: SessionContext,
  work: (session: ImapSession) => Promise<Result>,
): Promise<Result> {
  const progress = { host: account.host, effect: "read", sent: false } as const;
  return withinTimeLimit(
    context,
    () => progress,
    (stop) => converse(account, socketOptions, context, work, stop),
  );
}

async function converse<Result>(
  account: MailAccount,
  socketOptions: SocketOptionsFor,
  { clock, conceal, noteReach }: SessionContext,
  work: (session: ImapSession) => Promise<Result>,
  stop: AbortSignal,
): Promise<Result> {
  for (const form of sentForms(account)) conceal(form);
  let end: (error: unknown) => void = () => undefined;
  const ended = new Promise<never>((_resolve, reject) => {
    end = reject;
  });
  const swallowed = new SwallowedFailure(end);
  const target = socketOptions(account, account.hostField);
  const client = new ImapFlow(clientOptions(account, target, swallowed));
  const hasGreeted = () =>
    "socket" in client && client.socket instanceof Socket && client.socket.bytesRead > 0;
  const greeting = watchForGreeting(account, target, clock, hasGreeted);
  // Without a listener a socket that breaks late would end the process.
  client.on("error", end);
  stop.addEventListener("abort", () => client.close(), { once: true });
  const run = async () => {
    noteReach();
    await client.connect();
    const result = await work({ client, swallowed });
    // Once the server has said goodbye, imapflow gives nothing for an answer and no error.
    if (!client.usable || client.state === client.states.LOGOUT)
      throw new AdapterTransientError(`${account.host} closed the connection.`);
    return result;
  };
  try {
    const result = await Promise.race([ended, greeting.refused, run()]);
    await signOut(client, clock);
    return result;
  } catch (error) {
    throw imapError(error, account);
  } finally {
    greeting.cancel();
    client.close();
  }
}

function clientOptions(
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
    // imapflow hands these on to net.connect and tls.connect: the guard's lookup and the certificates trusted
    // beside the system's.
    tls: connect,
    ...(implicitTls ? { secure: true } : { secure: false, doSTARTTLS: true }),
    auth:
      login.type === "xoauth2"
        ? { user, accessToken: login.secret.reveal() }
        : { user, pass: login.secret.reveal() },
    clientInfo: { name: "Plumbline", version: "0.1", vendor: "Plumbline", "support-url": "" },
    logger: { trace: ignore, debug: ignore, info: ignore, warn: note, error: note, fatal: note },
    disableAutoIdle: true,
    // Neither pays for one short session, and a compressed stream could unfold without end.
    disableCompression: true,
    disableAutoEnable: true,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    maxLiteralSize: MAX_LITERAL_BYTES,
    maxLineLength: MAX_LINE_BYTES,
    maxResponseSize: MAX_RESPONSE_BYTES,
  };
}

/** In good order if the server answers soon; what was asked for is there already. */
async function signOut(client: ImapFlow, clock: SessionContext["clock"]): Promise<void> {
  let stopTimer: () => void = () => undefined;
  const late = new Promise<void>((resolve) => {
    stopTimer = clock.after(LOGOUT_TIMEOUT_MS, resolve);
  });
  const farewell = client.logout().catch(() => undefined);
  await Promise.race([farewell, late]);
  stopTimer();
}

/** Only a set of UIDs is ever longer, and none is asked for. */
const LONGEST_TOKEN = 8_192;
/** Of the UIDs a search finds, each is one. */
const MOST_TOKENS = 500_000;

/**
 * Makes imapflow refuse an answer whose reading would stop the process, before it reads it: version 2.1.2
 * takes the square of a long token's length (a minute for 500 KB; mended in 2.5.9) and some 300 bytes for
 * every token, however short.
 */
function boundParsing(): void {
  const { getAttributes } = TokenParser.prototype;
  TokenParser.prototype.getAttributes = function bounded(this: TokenParser) {
    if (isExcessive(this.str)) throw new ExcessiveResponse();
    return getAttributes.call(this);
  };
}

class ExcessiveResponse extends Error {
  override readonly name = "ExcessiveResponse";
  /** imapflow's own code for an answer beyond its limits. */
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
 * Checks whether a response has more tokens, or longer ones, than any server has reason to send. Quoted
 * strings may have any length.
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
    if (length > LONGEST_TOKEN || tokens > MOST_TOKENS) return true;
  }
  return false;
}

/**
 * imapflow swallows failures and only logs them: a search that failed, an answer it could not read, a
 * connection lost between two commands. Its logger keeps the last one since `forget`, and writes nothing.
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
   * True when the failure was an answer that imapflow could not parse, rather than a refusal by the server.
   */
  get unreadable(): boolean {
    return this.latest instanceof Error && !("responseStatus" in this.latest);
  }

  note(entry: unknown): void {
    if (entry === null || typeof entry !== "object" || !("err" in entry)) return;
    const { err } = entry;
    this.latest = err;
    // imapflow now sleeps for as long as the server said before it tells anybody.
    if (err instanceof Error && "code" in err && err.code === "ETHROTTLE") this.#onThrottle(err);
  }
}

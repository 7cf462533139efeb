import { connect } from "node:tls";
import type { Clock } from "@plumbline/core/clock/clock.ts";
import type { SocketOptions } from "@plumbline/core/egress/guard.ts";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { MailAccount } from "./mail-account.ts";
import { DEFAULT_MAIL_PORT, IMPLICIT_TLS_PORTS } from "./server-metadata.ts";

type ServerAddress = Pick<MailAccount, "host" | "port" | "implicitTls" | "purpose" | "chosenBy">;

/** Time without a greeting after which the server may be waiting for TLS. Servers greet immediately. */
const GREETING_TIMEOUT_MS = 3_000;
const PROBE_TIMEOUT_MS = 5_000;
/** OpenSSL's codes for a response that is not TLS. */
const PLAIN_TEXT =
  /^ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|UNKNOWN_PROTOCOL|BAD_RECORD_TYPE)$/;

/** Explains a TLS handshake that received plain text. Returns `undefined` for any other failure. */
export function explainPlainText(
  code: string | undefined,
  account: ServerAddress,
): AdapterValidationError | undefined {
  if (!account.implicitTls || code === undefined || !PLAIN_TEXT.test(code)) return undefined;
  const { implicitTls, startTls } = DEFAULT_MAIL_PORT[account.purpose];
  return createError(
    account,
    code,
    "does not use TLS from the first byte on this port",
    `Set metadata.${account.purpose}_ssl to false (STARTTLS, usually port ${startTls}), or metadata.${account.purpose}_port to ${implicitTls}.`,
  );
}

/**
 * Waits for the greeting on a connection that started without TLS. A server that expects TLS first waits for
 * the client, so both would be silent until the call times out. `refused` rejects with AdapterValidationError
 * if the server expects TLS. It never settles otherwise.
 */
export function watchForGreeting(
  account: ServerAddress,
  options: SocketOptions,
  clock: Clock,
  hasGreeted: () => boolean,
): { refused: Promise<never>; cancel(): void } {
  let refuse: (error: AdapterValidationError) => void = () => undefined;
  const refused = new Promise<never>((_resolve, reject) => {
    refuse = reject;
  });
  refused.catch(() => undefined);
  if (account.implicitTls) return { refused, cancel: () => undefined };
  let over = false;
  const cancelTimer = clock.after(GREETING_TIMEOUT_MS, async () => {
    if (hasGreeted()) return;
    const waitsForTls = IMPLICIT_TLS_PORTS.includes(account.port) || (await speaksTls(options, clock));
    if (waitsForTls && !over && !hasGreeted()) refuse(createTlsFirstError(account));
  });
  const cancel = () => {
    over = true;
    cancelTimer();
  };
  return { refused, cancel };
}

function createTlsFirstError(account: ServerAddress): AdapterValidationError {
  const { implicitTls, startTls } = DEFAULT_MAIL_PORT[account.purpose];
  return createError(
    account,
    "tls_first",
    "uses TLS from the first byte on this port, but the connection was made without it",
    `Set metadata.${account.purpose}_ssl to true (usually port ${implicitTls}), or metadata.${account.purpose}_port to ${startTls} for STARTTLS.`,
  );
}

function createError(
  { host, port, chosenBy }: ServerAddress,
  providerCode: string,
  what: string,
  nextStep: string,
): AdapterValidationError {
  return new AdapterValidationError(`${host} ${what}: port ${port}.`, {
    providerCode,
    nextStep:
      chosenBy === "tenant" ? nextStep : "Ask the operator to check the port set for this mail server.",
  });
}

/**
 * Attempts a TLS handshake on a separate connection. Sends no data over it, so the server's identity does not
 * matter.
 */
function speaksTls({ host, port, lookup }: SocketOptions, clock: Clock): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, lookup, rejectUnauthorized: false });
    const end = (answer: boolean) => {
      cancelTimer();
      socket.destroy();
      resolve(answer);
    };
    const cancelTimer = clock.after(PROBE_TIMEOUT_MS, () => end(false));
    socket.once("secureConnect", () => end(true));
    socket.on("error", (error) => end("code" in error && /_ALERT_/.test(String(error.code))));
    socket.once("close", () => end(false));
  });
}

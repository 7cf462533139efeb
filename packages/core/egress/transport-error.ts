import { type AdapterError, AdapterTransientError, AdapterValidationError } from "../errors/adapter-error.ts";
import { BlockedDestinationError } from "./guard.ts";

/** Progress of a request until it failed. */
export interface TransportProgress {
  /** Host name as the caller wrote it. Shown in the message. */
  host: string;
  effect: "read" | "write";
  /** True if the whole request was sent. */
  sent: boolean;
  /** Status of the response whose body then failed. */
  status?: number | undefined;
}

const CERTIFICATE_CODES =
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE)/;
const NOT_FOUND_CODES = new Set(["ENOTFOUND", "EAI_AGAIN", "EAI_FAIL", "EAI_NODATA"]);
const UNREACHABLE_CODES = new Set(["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"]);
const CONNECT_TIMEOUT_CODES = new Set(["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"]);
const NOT_HTTP = "not_http";
const UNEXPECTED_CONTINUE = "unexpected_continue";
const MALFORMED_REQUEST_CODES = new Set(["UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED"]);

/** Returns an error's code. A group of errors (for several addresses) has the code of its first one. */
function readCode(error: unknown): string {
  // undici 7 sets no code for it.
  if (error instanceof Error && error.name === "HTTPParserError") return NOT_HTTP;
  // undici closes a connection on which it receives 100 (Continue), with this message.
  if (error instanceof Error && error.message === "bad response") return UNEXPECTED_CONTINUE;
  if (error !== null && typeof error === "object" && "code" in error && typeof error.code === "string")
    return error.code;
  return "";
}

function describeFailure(code: string, progress: TransportProgress): string {
  const { host } = progress;
  if (NOT_FOUND_CODES.has(code)) return `The host name ${host} could not be resolved.`;
  if (UNREACHABLE_CODES.has(code))
    return `${host} could not be reached: the connection was refused or there is no route.`;
  if (CONNECT_TIMEOUT_CODES.has(code) && !progress.sent) return `Connecting to ${host} took too long.`;
  if (CERTIFICATE_CODES.test(code)) return `The certificate of ${host} could not be verified.`;
  if (progress.status !== undefined)
    return `${host} responded with ${progress.status}, but the response was cut off.`;
  if (code === NOT_HTTP) return `${host} sent a response that is not HTTP.`;
  if (code === UNEXPECTED_CONTINUE)
    return `${host} sent 100 Continue without being asked to, which is not supported.`;
  if (progress.sent) return `${host} closed the connection without responding.`;
  return `The connection to ${host} failed before the request was sent.`;
}

/**
 * Converts a transport failure to an adapter error. Does not keep the original error as a cause, because it
 * can contain request headers. Codes are undici's and Node's (undici lib/core/errors.js, Node errors
 * documentation).
 */
export function createTransportError(error: unknown, progress: TransportProgress): AdapterError {
  if (error instanceof BlockedDestinationError)
    return new AdapterValidationError(error.message, { providerCode: "blocked_destination" });
  const code = readCode(error);
  if (error instanceof Error && MALFORMED_REQUEST_CODES.has(code)) {
    // undici's message contains the invalid header's name, never its value.
    return new AdapterValidationError(`The request to ${progress.host} cannot be sent: ${error.message}.`, {
      providerCode: code,
    });
  }
  return new AdapterTransientError(describeFailure(code, progress), {
    status: progress.status,
    providerCode: code || undefined,
    permanent: CERTIFICATE_CODES.test(code),
    outcomeUnknown: progress.effect === "write" && progress.sent,
  });
}

/** Creates the error for a call that exceeded its time limit. */
export function createTimeoutError(timeoutMs: number, progress: TransportProgress): AdapterTransientError {
  const what =
    progress.status === undefined
      ? "did not respond"
      : `responded with ${progress.status} but did not finish the response`;
  return createTimeLimitError(`${progress.host} ${what} within ${formatSeconds(timeoutMs)}.`, progress);
}

/** Creates the error for a streamed response that fell silent. */
export function createSilenceError(idleMs: number, progress: TransportProgress): AdapterTransientError {
  if (progress.status === undefined) return createTimeoutError(idleMs, progress);
  const what = `responded with ${progress.status} and then sent nothing for ${formatSeconds(idleMs)}`;
  return createTimeLimitError(`${progress.host} ${what}.`, progress);
}

/** Creates the error for a call that its caller cancelled. */
export function createAbortedError(progress: TransportProgress): AdapterTransientError {
  return new AdapterTransientError("The call was cancelled by its caller.", {
    permanent: true,
    providerCode: "aborted",
    outcomeUnknown: progress.effect === "write" && progress.sent,
  });
}

function createTimeLimitError(message: string, progress: TransportProgress): AdapterTransientError {
  return new AdapterTransientError(message, {
    status: progress.status,
    providerCode: "timeout",
    outcomeUnknown: progress.effect === "write" && progress.sent,
  });
}

function formatSeconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`;
}

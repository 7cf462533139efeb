import { PlumblineError } from "@plumbline/client/plumbline-error.ts";
import type { ServiceAccess } from "./find-service.ts";

/** The same failure as the person at the command line is told of it: what it is, then a line for each thing to know or to do. */
export function explained(error: PlumblineError, service: ServiceAccess): PlumblineError {
  const lines = [sentenceOf(error), ...nextSteps(error, service)];
  return new PlumblineError(lines.join("\n  "), error.status, error);
}

/** A failure in one line. */
export function sentenceOf({ message, status, code }: PlumblineError): string {
  if (code === "unreachable") return `${message} Start the service with \`npm start\`, or set PLUMBLINE_URL.`;
  if (code === "unreadable") return `${message} Is PLUMBLINE_URL the service?`;
  if (code === "broken_off") return message;
  return `${message} (${status} ${code})`;
}

function nextSteps(error: PlumblineError, { url, keySource }: ServiceAccess): string[] {
  const { code, cause, issues, retryAfterSeconds, requestId } = error;
  const steps = issues
    .filter(({ message }) => !error.message.includes(message))
    .map(({ path, message }) => `${path || "the request"}: ${message}`);
  if (code === "unreachable" && cause instanceof Error && cause.cause instanceof Error)
    steps.push(`The reason: ${reasonOf(cause.cause, url)}`);
  if (error.status === 404 && new URL(url).pathname !== "/")
    steps.push(`Is the service at ${url}? PLUMBLINE_URL goes without the path of its API.`);
  if (code === "unauthenticated" || code === "forbidden")
    steps.push(`The key used is the one in ${keySource}.`);
  if (code === "model_not_configured") {
    steps.push(
      "Set MODEL_PROVIDER (bedrock, anthropic or openai-compatible) and MODEL_ID, with MODEL_BASE_URL and MODEL_API_KEY where the " +
        "provider needs them, and start the service again.",
    );
  }
  if (retryAfterSeconds !== undefined) steps.push(`Try again in ${retryAfterSeconds} s.`);
  if (code === "internal" && requestId !== undefined) steps.push(`Its x-request-id is ${requestId}.`);
  return steps;
}

function reasonOf(cause: Error, url: string): string {
  if (!("code" in cause) || cause.code !== "ERR_SSL_WRONG_VERSION_NUMBER") return cause.message;
  return `what answers there does not speak TLS. Is it ${url.replace(/^https/, "http")}?`;
}

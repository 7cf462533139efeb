import { type PlumblineClient, plumblineClient } from "@plumbline/client/client.ts";
import { PlumblineError } from "@plumbline/client/plumbline-error.ts";
import { readRefusal as refusalIn } from "@plumbline/client/refusal.ts";
import { PLUMBLINE } from "@plumbline/core/errors/command-name.ts";
import { type DefaultKey, findService, type ServiceAccess } from "./login/find-service.ts";
import type { Terminal } from "./terminal.ts";

export interface ApiClient extends PlumblineClient {
  /**
   * Sends a request that the client does not cover and returns the response with any status. Throws
   * PlumblineError if there is no response.
   */
  exchange(path: string, init: RequestInit): Promise<Response>;
}

/**
 * Creates a client of the service found by `findService`. Its errors say what to do next. Throws
 * ConfigurationError like `findService`.
 */
export function createApiClient(terminal: Pick<Terminal, "environment">, defaultKey: DefaultKey): ApiClient {
  return createClient(findService(terminal, defaultKey));
}

/** Creates a client of a service with a known key. Its errors say what to do next. */
export function createClient(service: ServiceAccess): ApiClient {
  const client = plumblineClient({ baseUrl: service.url, apiKey: service.key });
  client.use({
    onError: ({ error }) => (error instanceof PlumblineError ? explainError(error, service) : undefined),
  });
  return {
    ...client,
    async exchange(path, init) {
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${service.key}`);
      headers.set("content-type", "application/json");
      return fetch(`${service.url}${path}`, { ...init, headers }).catch((cause: unknown) => {
        const error = new PlumblineError(`${service.url} does not respond.`, 0, {
          code: "unreachable",
          cause,
        });
        throw explainError(error, service);
      });
    },
  };
}

/** Converts the service's refusal of a request to an error with a one-line message. */
export async function readServiceRefusal(response: Response): Promise<PlumblineError> {
  const refusal = await refusalIn(response);
  return new PlumblineError(formatFailure(refusal), refusal.status, refusal);
}

/** Adds a line to an error for each fact or remedy that the CLI shows. */
function explainError(error: PlumblineError, service: ServiceAccess): PlumblineError {
  const lines = [formatFailure(error), ...listNextSteps(error, service)];
  return new PlumblineError(lines.join("\n  "), error.status, error);
}

/** Commands that do what the service's messages say in terms of its API. */
const COMMANDS: Readonly<Record<string, string>> = {
  "GET /api/v1/tools": "tool list",
  "GET /api/v1/approvals/{id}": "approvals show ID",
  "POST /api/v1/tools/{name}": "tool call NAME",
};

function withCommands(message: string): string {
  return message.replace(/\b(?:GET|POST) \/api\/v1[\w/{}]*/g, (route) => {
    const command = COMMANDS[route];
    return command === undefined ? route : `\`${PLUMBLINE} ${command}\``;
  });
}

/** Formats a failure in one line. */
function formatFailure({ message: original, status, code }: PlumblineError): string {
  const message = withCommands(original);
  if (code === "unreachable")
    return `${message} Start the service: ${PLUMBLINE} serve. Or set PLUMBLINE_URL.`;
  if (code === "unreadable") return `${message} Is PLUMBLINE_URL the service?`;
  if (code === "broken_off") return message;
  return `${message} (${status} ${code})`;
}

function listNextSteps(error: PlumblineError, { url, keySource }: ServiceAccess): string[] {
  const { code, cause, issues, retryAfterSeconds, requestId } = error;
  const steps = issues
    .filter(({ message }) => !error.message.includes(message))
    .map(({ path, message }) => `${path || "the request"}: ${message}`);
  if (code === "unreachable" && cause instanceof Error && cause.cause instanceof Error)
    steps.push(`Reason: ${explainCause(cause.cause, url)}`);
  if (error.status === 404 && new URL(url).pathname !== "/")
    steps.push(`Is the service at ${url}? Leave the API's path out of PLUMBLINE_URL.`);
  if (code === "unauthenticated" || code === "forbidden")
    steps.push(`The key used is the one in ${keySource}.`);
  if (code === "model_not_configured") {
    steps.push(
      "Set MODEL_PROVIDER (bedrock, anthropic or openai-compatible) and MODEL_ID, with MODEL_BASE_URL and MODEL_API_KEY where the " +
        "provider needs them, and restart the service.",
    );
  }
  if (retryAfterSeconds !== undefined) steps.push(`Try again in ${retryAfterSeconds} s.`);
  if (code === "internal" && requestId !== undefined) steps.push(`Its x-request-id is ${requestId}.`);
  return steps;
}

function explainCause(cause: Error, url: string): string {
  if (!("code" in cause) || cause.code !== "ERR_SSL_WRONG_VERSION_NUMBER") return cause.message;
  return `the server there does not speak TLS. Should the URL be ${url.replace(/^https/, "http")}?`;
}

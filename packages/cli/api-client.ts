import { type PlumblineClient, plumblineClient } from "@plumbline/client/client.ts";
import { PlumblineError } from "@plumbline/client/plumbline-error.ts";
import { refusalOf as refusalIn } from "@plumbline/client/refusal.ts";
import { explained, sentenceOf } from "./explain-failure.ts";
import { type DefaultKey, findService } from "./find-service.ts";
import type { Terminal } from "./terminal.ts";

// What the MCP bridge reads its answers with.
export { jsonOf, wholeBody } from "@plumbline/client/answer.ts";
export { PlumblineError as ApiError } from "@plumbline/client/plumbline-error.ts";

export interface ApiClient extends PlumblineClient {
  /** For what the client has no form for: the answer as it is, whatever its status. Throws PlumblineError when nothing answers. */
  exchange(path: string, init: RequestInit): Promise<Response>;
}

/** A client of the service that `findService` finds; its errors say what to do next. Throws ConfigurationError as that does. */
export function apiClient(terminal: Pick<Terminal, "environment">, defaultKey: DefaultKey): ApiClient {
  const service = findService(terminal, defaultKey);
  const client = plumblineClient({ baseUrl: service.url, apiKey: service.key });
  client.use({
    onError: ({ error }) => (error instanceof PlumblineError ? explained(error, service) : undefined),
  });
  return {
    ...client,
    async exchange(path, init) {
      const headers = new Headers(init.headers);
      headers.set("authorization", `Bearer ${service.key}`);
      headers.set("content-type", "application/json");
      return fetch(`${service.url}${path}`, { ...init, headers }).catch((cause: unknown) => {
        const error = new PlumblineError(`${service.url} does not answer.`, 0, {
          code: "unreachable",
          cause,
        });
        throw explained(error, service);
      });
    },
  };
}

/** What the service said of a request it refused, in one line. */
export async function refusalOf(response: Response): Promise<PlumblineError> {
  const refusal = await refusalIn(response);
  return new PlumblineError(sentenceOf(refusal), refusal.status, refusal);
}

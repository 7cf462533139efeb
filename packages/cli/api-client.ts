import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Terminal } from "./terminal.ts";

/** The service refused a request, or could not be reached. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

export interface ApiClient {
  /** The parsed answer of a 2xx; throws ApiError for everything else. */
  request(method: string, path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** The body of a 2xx as it comes. */
  stream(path: string, body: unknown): Promise<AsyncIterable<Uint8Array>>;
}

/** Whose key is used when PLUMBLINE_API_KEY is not set: the first tenant's, or the operator's. */
export type DefaultKey = "dev-api-key" | "operator-key";

/** A client of the service named by the environment, or of the one that runs from DATA_DIR. */
export function apiClient({ environment }: Terminal, defaultKey: DefaultKey): ApiClient {
  const folder = environment.DATA_DIR || ".plumbline";
  const base = environment.PLUMBLINE_URL || readIfThere(join(folder, "url")) || "http://127.0.0.1:8787";
  const key = environment.PLUMBLINE_API_KEY || readIfThere(join(folder, defaultKey));
  if (!key) {
    throw new ApiError(
      `There is no key: set PLUMBLINE_API_KEY, or start the local service (it keeps one in ${join(folder, defaultKey)}).`,
      0,
    );
  }
  const send = async (method: string, path: string, body: unknown): Promise<Response> => {
    const init: RequestInit = {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    };
    if (body !== undefined) init.body = JSON.stringify(body);
    let response: Response;
    try {
      response = await fetch(`${base.replace(/\/+$/, "")}${path}`, init);
    } catch {
      throw new ApiError(
        `${base} does not answer. Start the service with \`npm start\`, or set PLUMBLINE_URL.`,
        0,
      );
    }
    if (response.ok) return response;
    throw await refusalOf(response);
  };
  return {
    async request(method, path, body) {
      const response = await send(method, path, body);
      const answer = await text(wholeBody(response));
      return answer === "" ? {} : parseAnswer(answer, response.status);
    },
    async stream(path, body) {
      return wholeBody(await send("POST", path, body));
    },
  };
}

/** The body of an answer, which must come to its end. */
async function* wholeBody({ body, status }: Response): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body ?? [];
  } catch {
    throw new ApiError("The connection to the service broke in the middle of its answer.", status);
  }
}

function parseAnswer(answer: string, status: number): Record<string, unknown> {
  try {
    return JSON.parse(answer);
  } catch {
    throw new ApiError(`The answer (${status}) is not JSON. Is PLUMBLINE_URL the service?`, status);
  }
}

async function refusalOf(response: Response): Promise<ApiError> {
  try {
    const problem = JSON.parse(await text(wholeBody(response)));
    return new ApiError(`${problem.detail} (${response.status} ${problem.error_code})`, response.status);
  } catch {
    return new ApiError(
      `The service answered ${response.status} with something that is not a problem description.`,
      response.status,
    );
  }
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8").trim();
  } catch {
    return undefined;
  }
}

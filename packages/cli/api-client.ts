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
  /** The answer as it is, whatever its status; throws ApiError when nothing answers. */
  exchange(path: string, init: RequestInit): Promise<Response>;
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
  const exchange = async (path: string, init: RequestInit): Promise<Response> => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${key}`);
    headers.set("content-type", "application/json");
    try {
      return await fetch(`${base.replace(/\/+$/, "")}${path}`, { ...init, headers });
    } catch {
      throw new ApiError(
        `${base} does not answer. Start the service with \`npm start\`, or set PLUMBLINE_URL.`,
        0,
      );
    }
  };
  const send = async (method: string, path: string, body: unknown): Promise<Response> => {
    const init = body === undefined ? { method } : { method, body: JSON.stringify(body) };
    const response = await exchange(path, init);
    if (response.ok) return response;
    throw await refusalOf(response);
  };
  return {
    exchange,
    async request(method, path, body) {
      return jsonOf(await send(method, path, body));
    },
    async stream(path, body) {
      return wholeBody(await send("POST", path, body));
    },
  };
}

/** The body of an answer, which must come to its end. */
export async function* wholeBody({ body, status }: Response): AsyncGenerator<Uint8Array, void> {
  try {
    yield* body ?? [];
  } catch {
    throw new ApiError("The connection to the service broke in the middle of its answer.", status);
  }
}

/** The object an answer holds; empty for an empty body. */
export async function jsonOf(response: Response): Promise<Record<string, unknown>> {
  const answer = await text(wholeBody(response));
  return answer === "" ? {} : parseAnswer(answer, response.status);
}

function parseAnswer(answer: string, status: number): Record<string, unknown> {
  try {
    return JSON.parse(answer);
  } catch {
    throw new ApiError(`The answer (${status}) is not JSON. Is PLUMBLINE_URL the service?`, status);
  }
}

/** What the service said of a request it refused. */
export async function refusalOf(response: Response): Promise<ApiError> {
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

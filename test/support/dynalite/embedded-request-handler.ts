import { createRequire } from "node:module";
import type { DynaliteStore } from "dynalite/db";
import { transactWriteItems } from "./transact-write-items.ts";

/**
 * The parts of an AWS client's request that are read. The request and the response have the structure of
 * @smithy's HttpHandler.
 */
interface HandledRequest {
  headers: Record<string, string>;
  body?: string | Uint8Array;
}

interface HandlerAnswer {
  response: { statusCode: number; headers: Record<string, string>; body: Uint8Array };
}

type Callback = (error: (Error & { statusCode?: number; body?: unknown }) | null, answer?: unknown) => void;

/** A DynamoDB operation of dynalite: the validation of its input and its implementation. */
interface Operation {
  types: unknown;
  custom: unknown;
  run(store: DynaliteStore, input: unknown, callback: Callback): void;
}

const load = createRequire(import.meta.url);
const { checkTypes, checkValidations } = load(
  "dynalite/validations",
) as typeof import("dynalite/validations");

/**
 * Passes the AWS client's requests to dynalite inside the process, without a socket, a port or files other
 * than LevelDB's. Uses the same validations and actions as dynalite's own HTTP listener, but a disk failure
 * rejects the request instead of ending the process. Also supports TransactWriteItems.
 */
export class EmbeddedRequestHandler {
  readonly #store: DynaliteStore;
  readonly #operations = new Map<string, Operation>();

  constructor(store: DynaliteStore) {
    this.#store = store;
  }

  async handle(request: HandledRequest): Promise<HandlerAnswer> {
    const name = request.headers["x-amz-target"]?.split(".")[1] ?? "";
    const { status, body } = await this.run(name, JSON.parse(textOf(request.body)));
    const headers = { "content-type": "application/x-amz-json-1.0" };
    return { response: { statusCode: status, headers, body: Buffer.from(JSON.stringify(body)) } };
  }

  updateHttpClientConfig(): void {
    // There is nothing to configure.
  }

  httpHandlerConfigs() {
    return {};
  }

  /** Runs an operation. `input` is changed. */
  run(name: string, input: unknown): Promise<{ status: number; body: unknown }> {
    return new Promise((resolve, reject) => {
      const settle: Callback = (error, answer) => {
        if (!error) resolve({ status: 200, body: answer });
        else if (error.statusCode !== undefined) resolve({ status: error.statusCode, body: error.body });
        else reject(error);
      };
      try {
        if (name === "TransactWriteItems") {
          transactWriteItems(this.#store, input).then((answer) => settle(null, answer), settle);
          return;
        }
        const operation = this.#operation(name);
        const checked = checkTypes(input, operation.types);
        checkValidations(checked, operation.types, operation.custom, this.#store);
        operation.run(this.#store, checked, settle);
      } catch (error) {
        settle(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  #operation(name: string): Operation {
    const known = this.#operations.get(name);
    if (known) return known;
    if (!/^[A-Z][A-Za-z]+$/.test(name)) throw new TypeError("The request names no DynamoDB operation.");
    const file = name.charAt(0).toLowerCase() + name.slice(1);
    const { types, custom } = load(`dynalite/validations/${file}`) as Pick<Operation, "types" | "custom">;
    const operation = { types, custom, run: load(`dynalite/actions/${file}`) as Operation["run"] };
    this.#operations.set(name, operation);
    return operation;
  }
}

/**
 * Decodes a body. Does not use Buffer, because the SDK's own byte arrays log a warning when their `valueOf`
 * is read.
 */
function textOf(body: string | Uint8Array | undefined): string {
  return body instanceof Uint8Array ? new TextDecoder().decode(body) : (body ?? "{}");
}

import { fitArguments } from "../calls/call-record.ts";
import type { HttpClient, HttpRequest, HttpResponse } from "../egress/http-message.ts";
import { AdapterError } from "../errors/adapter-error.ts";
import { formatTraceparent, type Span, type Tracer } from "../tracing/tracer.ts";
import type { Call, TracedHttp } from "./call.ts";
import type { DispatchResult } from "./dispatch-result.ts";

/**
 * Traces one call as a span `execute_tool TOOL`, with a client span for each request that its adapter sends.
 * Names follow OpenTelemetry's conventions for generative AI
 * (https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-agent-spans/). Polls of watches are not traced.
 */
export class CallSpan implements TracedHttp {
  readonly #call: Call;
  readonly #tracer: Tracer;
  readonly #span: Span | undefined;

  constructor(call: Call, tracer: Tracer) {
    this.#call = call;
    this.#tracer = tracer;
    if (call.options.routine) return;
    const { tool, options, tenantId } = call;
    const attributes = {
      "gen_ai.operation.name": "execute_tool",
      "gen_ai.tool.name": tool.name,
      "gen_ai.tool.type": "function",
      "plumbline.tenant.id": tenantId,
      "plumbline.request.id": options.requestId,
    };
    this.#span = tracer.start(`execute_tool ${tool.name}`, { parent: options.span, attributes });
    if (this.#span.context !== undefined) call.span = this;
  }

  /** Sends a request within its own span. The request's headers contain the span's context. */
  async send(client: HttpClient, request: HttpRequest): Promise<HttpResponse> {
    const { method, url } = request;
    const attributes = { "http.request.method": method, "server.address": url.hostname };
    const span = this.#tracer.start(method, { kind: "client", parent: this.#span?.context, attributes });
    try {
      const headers = { ...request.headers, ...formatTraceparent(span.context) };
      const response = await client.send({ ...request, headers });
      span.set({ "http.response.status_code": response.status });
      span.end(response.status > 399 ? String(response.status) : undefined);
      return response;
    } catch (error) {
      span.end(error instanceof AdapterError ? error.code : "internal");
      throw error;
    }
  }

  /** Ends the span with the call's result and returns the result. */
  end<Result extends DispatchResult>(result: Result): Result {
    if (this.#span?.context === undefined) return result;
    this.#span.set({ "plumbline.attempts": result.attempts });
    if (this.#tracer.capturesContent)
      this.#span.set({
        "gen_ai.tool.call.arguments": fitArguments(this.#call.showArguments()).json,
        "gen_ai.tool.call.result": fitArguments(result.result).json,
      });
    this.#span.end(result.ok ? undefined : result.error_code);
    return result;
  }

  /** Ends the span of a call without a result. Does nothing after `end`. */
  endUnfinished(): void {
    this.#span?.end("internal");
  }
}

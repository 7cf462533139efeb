import { noTracer, type SpanContext, type Tracer } from "@plumbline/core/tracing/tracer.ts";
import type { ModelEvent, ModelMessage, ModelRequest } from "./model.ts";

interface ChatSpan {
  context: SpanContext | undefined;
  finish(event: Extract<ModelEvent, { type: "finish" }>): void;
  end(errorType: string): void;
}

/**
 * Starts the span of one model request, `chat MODEL`, by OpenTelemetry's conventions for generative AI
 * (https://opentelemetry.io/docs/specs/semconv/gen-ai/gen-ai-spans/). Does nothing for a request without a
 * parent span.
 */
export function startChat(
  { id, provider, tracer = noTracer }: { id: string; provider: string; tracer?: Tracer | undefined },
  { span: parent, messages }: ModelRequest,
): ChatSpan {
  const attributes = {
    "gen_ai.operation.name": "chat",
    "gen_ai.provider.name": provider,
    "gen_ai.request.model": id,
    ...(tracer.capturesContent && { "gen_ai.input.messages": JSON.stringify(messages.map(toSpanMessage)) }),
  };
  const span = (parent ? tracer : noTracer).start(`chat ${id}`, { kind: "client", parent, attributes });
  return {
    context: span.context,
    finish({ reason, usage, message }) {
      span.set({
        "gen_ai.usage.input_tokens": usage.inputTokens,
        "gen_ai.usage.output_tokens": usage.outputTokens,
        "gen_ai.response.finish_reasons": [reason],
        ...(tracer.capturesContent && { "gen_ai.output.messages": JSON.stringify([toSpanMessage(message)]) }),
      });
      span.end();
    },
    end: (errorType) => span.end(errorType),
  };
}

/** Converts a message to the format of the conventions: a role, and parts by type. */
function toSpanMessage(message: ModelMessage): object {
  if (message.role === "tool") {
    const parts = message.results.map(({ toolCallId: id, content: response }) => ({
      type: "tool_call_response",
      id,
      response,
    }));
    return { role: "tool", parts };
  }
  const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
  return {
    role: message.role,
    parts: [
      ...(message.text === "" ? [] : [{ type: "text", content: message.text }]),
      ...calls.map(({ id, name, ...given }) => ({
        type: "tool_call",
        id,
        name,
        arguments: "arguments" in given ? given.arguments : given.malformed,
      })),
    ],
  };
}

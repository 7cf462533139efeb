import { AtMostEvery, type Clock, MINUTE_MS, type Random } from "../clock/clock.ts";
import type { HttpClient } from "../egress/http-message.ts";
import { loadOnce } from "../loading/load-once.ts";
import { describeUnexpected, type Logger } from "../log/logger.ts";
import type { TracingSettings } from "./otlp-export.ts";
import {
  createContext,
  type EndedSpan,
  NO_SPAN,
  type Span,
  type SpanAttributes,
  type SpanContext,
  type SpanOptions,
  type Tracer,
} from "./tracer.ts";

const loadExport = loadOnce(() => import("./otlp-export.ts"));

interface TracingPorts {
  http: HttpClient;
  clock: Clock;
  random: Random;
  logger: Logger;
}

const FLUSH_INTERVAL_MS = 5_000;
/** Maximum number of spans per request, and of waiting spans. Further spans are dropped. */
const [BATCH, MAX_WAITING] = [512, 2_048];

/** Creates the tracer for these settings. Without settings, it only passes spans to their observers. */
export function createTracer(settings: TracingSettings | undefined, ports: TracingPorts): Tracer {
  return new OtlpTracer(settings, ports);
}

/**
 * Passes spans to their observers and, with settings, sends them to a collector in batches. A collector that
 * is slow or down costs spans, but never a call. Failures are logged once a minute.
 */
class OtlpTracer implements Tracer {
  readonly capturesContent: boolean;
  readonly #settings: TracingSettings | undefined;
  readonly #ports: TracingPorts;
  readonly #logged: AtMostEvery;
  #ended: EndedSpan[] = [];
  #isScheduled = false;
  #sending: Promise<void> = Promise.resolve();

  constructor(settings: TracingSettings | undefined, ports: TracingPorts) {
    this.capturesContent = settings?.capturesContent === true;
    this.#settings = settings;
    this.#ports = ports;
    this.#logged = new AtMostEvery(ports.clock, MINUTE_MS);
  }

  start(name: string, { kind = "internal", parent, attributes = {}, observe }: SpanOptions = {}): Span {
    const { clock } = this.#ports;
    const observing = observe ?? parent?.observe;
    if (!this.#settings && !observing) return NO_SPAN;
    const context = this.#createContext(parent, observing);
    const [startedAt, startedOn] = [clock.now(), clock.monotonic()];
    const all: Record<string, SpanAttributes[string]> = { ...attributes };
    let isOver = false;
    return {
      context,
      set: (more) => void Object.assign(all, more),
      end: (errorType) => {
        if (isOver || !(context.isSampled || observing)) return;
        isOver = true;
        const endedAt = startedAt + (clock.monotonic() - startedOn);
        if (errorType !== undefined) all["error.type"] = errorType;
        const ended = { name, kind, context, parent, startedAt, endedAt, attributes: all };
        observing?.(ended);
        if (context.isSampled) this.#add(ended);
      },
    };
  }

  #createContext(parent: SpanContext | undefined, observe: SpanContext["observe"]): SpanContext {
    if (!this.#settings) return { traceId: "", spanId: "", isSampled: false, observe };
    return { ...createContext(parent, this.#ports.random), observe };
  }

  #add(span: EndedSpan): void {
    if (this.#ended.length >= MAX_WAITING) return;
    this.#ended.push(span);
    if (this.#ended.length === BATCH) void this.flush();
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.#ports.clock.after(FLUSH_INTERVAL_MS, () => void this.flush());
  }

  flush(): Promise<void> {
    this.#isScheduled = false;
    this.#sending = this.#sending.then(async () => {
      while (this.#ended.length > 0) await this.#send(this.#ended.splice(0, BATCH));
    });
    return this.#sending;
  }

  async #send(spans: readonly EndedSpan[]): Promise<void> {
    const { http, logger } = this.#ports;
    if (!this.#settings) return;
    try {
      const { status } = await http.send(await (await loadExport()).buildExport(this.#settings, spans));
      if (status > 299 && this.#logged.take(""))
        logger.log("warn", "spans_lost", { provider_status: status });
    } catch (error) {
      if (this.#logged.take("")) logger.log("warn", "spans_lost", describeUnexpected(error));
    }
  }
}

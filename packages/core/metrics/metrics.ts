/**
 * Records metrics, in a registry for scraping or as log lines. Unknown metrics and labels do not compile.
 * Never throws and never waits.
 */
export interface Metrics {
  add<Name extends MetricOf<"counter">>(name: Name, labels: Labels<Name>, by?: number): void;
  set<Name extends MetricOf<"gauge">>(name: Name, labels: Labels<Name>, value: number): void;
  observe<Name extends MetricOf<"histogram">>(name: Name, labels: Labels<Name>, value: number): void;
}

/** Discards all metrics. */
export const noMetrics: Metrics = {
  add: () => undefined,
  set: () => undefined,
  observe: () => undefined,
};

/**
 * Returns true if a metric can record a value. Counters never decrease, and a provider may report any number.
 */
export function isMeasurable(value: number): boolean {
  return Number.isFinite(value) && value >= 0;
}

/**
 * All labels of metrics. Values are identifiers from the code, tenant IDs or the operator's settings, never a
 * caller's text.
 */
export type LabelName =
  | "tool"
  | "kind"
  | "error_code"
  | "outcome"
  /** Kind of watch: feed or inbox. */
  | "wheel"
  | "direction"
  | "model"
  | "backend"
  | "route"
  | "status"
  | "share"
  | "tenant_id";

interface MetricDescription {
  /** A gauge reports the maximum of its values. */
  kind: "counter" | "gauge" | "histogram";
  labels: readonly LabelName[];
  /** One sentence that describes the metric. */
  help: string;
}

function describe<Kind extends MetricDescription["kind"]>(kind: Kind) {
  return <const Names extends readonly LabelName[]>(labels: Names, help: string) => ({ kind, labels, help });
}

const [counter, gauge, histogram] = [describe("counter"), describe("gauge"), describe("histogram")];

/** All metrics. Names follow prometheus.io/docs/practices/naming. */
export const METRICS = {
  plumbline_calls_total: counter(
    ["tool", "outcome", "tenant_id"],
    "Calls that ended: ok, refused before anything was sent, failed, or with an unknown outcome. Successful polls of watches have no tenant label.",
  ),
  plumbline_call_seconds: histogram(["tool"], "Duration of calls, including waits and retries."),
  plumbline_call_wait_seconds_total: counter(
    ["tool", "tenant_id"],
    "Time that calls waited between attempts.",
  ),
  plumbline_call_errors_total: counter(
    ["tool", "error_code", "tenant_id"],
    "Calls that failed after an attempt was made, or inside the service.",
  ),
  plumbline_refusals_total: counter(
    ["tool", "error_code", "tenant_id"],
    "Calls refused before anything was sent, and research that refused to answer.",
  ),
  plumbline_calls_not_logged_total: counter(
    [],
    "Calls missing from the log of calls because its queue was full or the store rejected them.",
  ),
  plumbline_connects_total: counter(
    ["kind", "outcome", "tenant_id"],
    "Completed sign-ins at providers: connected, declined, or the reason why nothing was stored.",
  ),
  plumbline_approvals_asked_total: counter(["tool", "tenant_id"], "Calls that needed approval."),
  plumbline_approvals_decided_total: counter(
    ["outcome", "tenant_id"],
    "Waiting calls that a person approved or denied. The others are still waiting, or expired after a day.",
  ),
  plumbline_approval_wait_seconds: histogram(["outcome"], "How long calls waited for a decision."),
  plumbline_watch_lag_seconds: gauge(["wheel"], "Delay of the most overdue watch in a batch."),
  plumbline_watch_silence_seconds: gauge(
    ["wheel"],
    "Longest time that a watch in a batch has found nothing.",
  ),
  plumbline_watch_failures_in_a_row: gauge(
    ["wheel"],
    "Highest number of consecutive failures of a watch in a batch.",
  ),
  plumbline_watch_reconnects: gauge(["wheel"], "Watches in a batch whose credential no longer works."),
  plumbline_watch_polls_total: counter(["wheel"], "Watches that were polled."),
  plumbline_watch_failures_total: counter(["wheel"], "Polls that failed."),
  plumbline_watch_events_total: counter(["wheel"], "New events found by polls."),
  plumbline_watch_gaps_total: counter(["wheel"], "Polls after which events may be missing."),
  plumbline_deliveries_total: counter(
    ["outcome", "tenant_id"],
    "Deliveries of an event that were attempted or given up: delivered, failed and to be retried, or dead.",
  ),
  plumbline_delivery_backlog: gauge([], "Deliveries due within the next minute, counted up to 5,000."),
  plumbline_delivery_backlog_age_seconds: gauge([], "Delay of the most overdue delivery."),
  plumbline_model_tokens_total: counter(
    ["direction", "model", "tenant_id"],
    "Input and output tokens of completed model turns, as counted by the provider.",
  ),
  plumbline_reader_calls_total: counter(
    ["outcome", "tenant_id"],
    "Calls of the model that chooses among the sentences found (the reader): used, or the reason why its choice was discarded.",
  ),
  plumbline_token_renewals_total: counter(
    ["outcome", "tenant_id"],
    "Requests to providers for a new token: renewed, dead (reconnect required), or the reason for a temporary failure.",
  ),
  plumbline_key_refusals_total: counter(
    ["error_code", "tenant_id"],
    "Refusals of the key service: the stage's key is unavailable, or the service is busy.",
  ),
  plumbline_own_key_refusals_total: counter(
    ["tenant_id"],
    "Refusals of tenants' own keys: disabled, deleted or not usable.",
  ),
  plumbline_parameter_refusals_total: counter(
    [],
    "Reads of the stage's secrets that Systems Manager throttled, refused or did not respond to.",
  ),
  plumbline_search_key_refusals_total: counter(
    ["backend"],
    "Searches that a search backend refused because of its API key.",
  ),
  plumbline_shares_waiting: gauge(
    ["share"],
    "Requests waiting at the same time for a shared concurrency limit: calls, an origin, runs, research or the model.",
  ),
  plumbline_shares_refused_total: counter(
    ["share", "tenant_id"],
    "Requests refused because their tenant had used its share of a concurrency limit or the processor (`cpu`), and its queue was full or too slow.",
  ),
  plumbline_requests_limited_total: counter(
    ["tenant_id"],
    "HTTP requests refused because their tenant, key or address had reached its limit per minute.",
  ),
  plumbline_http_requests_total: counter(
    ["route", "status"],
    "HTTP requests by route pattern and response status; unmatched if no route has the path.",
  ),
  plumbline_http_request_seconds: histogram(
    ["route"],
    "Time until the response, or the first piece of a stream, was ready.",
  ),
  plumbline_event_loop_lag_seconds: gauge([], "Event loop delay, 99th percentile since the last reading."),
  plumbline_heap_bytes: gauge([], "Memory used by JavaScript objects."),
  plumbline_resident_bytes: gauge([], "Resident memory of the process."),
  plumbline_open_files: gauge(
    [],
    "Open files and connections of the process; absent if the system does not report them.",
  ),
  plumbline_cpu_seconds_total: counter([], "User and system CPU time of the process."),
  plumbline_tick_age_seconds: gauge(
    ["wheel"],
    "Time since the last minute processed by the scheduler of watches; above 120 it has stopped.",
  ),
  plumbline_metrics_dropped_total: counter([], "Observations dropped because there are too many series."),
} as const satisfies Record<string, MetricDescription>;

type Definitions = typeof METRICS;

export type MetricName = keyof Definitions;
export type MetricOf<Kind extends MetricDescription["kind"]> = {
  [Name in MetricName]: Definitions[Name]["kind"] extends Kind ? Name : never;
}[MetricName];

/** All labels of a metric. The tenant may be omitted for work that belongs to none. */
export type Labels<Name extends MetricName> = {
  readonly [Label in Exclude<Definitions[Name]["labels"][number], "tenant_id">]: string;
} & { readonly [Label in Extract<Definitions[Name]["labels"][number], "tenant_id">]?: string | undefined };

/** Returns a metric's description. */
export function getMetric(name: MetricName): MetricDescription {
  return METRICS[name];
}

/** Returns a metric's unit, which is the suffix of its name. */
export function getUnit(name: MetricName): "count" | "seconds" | "bytes" {
  const [, unit] = /_(seconds|bytes)(?:_total)?$/.exec(name) ?? [];
  return unit === "seconds" || unit === "bytes" ? unit : "count";
}

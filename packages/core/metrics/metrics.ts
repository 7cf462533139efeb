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
  | "wheel"
  | "direction"
  | "model"
  | "backend"
  | "route"
  | "status"
  | "share"
  | "tenant_id";

export interface MetricDescription {
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
    "Calls that ended: ok, refused before anything was sent, failed, or of unknown outcome; watches' own looks that worked name no tenant.",
  ),
  plumbline_call_seconds: histogram(["tool"], "How long calls took, waits and further attempts included."),
  plumbline_call_wait_seconds_total: counter(
    ["tool", "tenant_id"],
    "Time that calls waited between their attempts.",
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
    "Calls that are missing in the log of calls, because too many waited or the store did not take them.",
  ),
  plumbline_connects_total: counter(
    ["kind", "outcome", "tenant_id"],
    "Visits to a provider to connect an account that came back: connected, declined, or why nothing was stored.",
  ),
  plumbline_approvals_asked_total: counter(["tool", "tenant_id"], "Calls that were put before a person."),
  plumbline_approvals_decided_total: counter(
    ["outcome", "tenant_id"],
    "Waiting calls about which a person decided: approved or denied. The others still wait, or have expired after a day.",
  ),
  plumbline_approval_wait_seconds: histogram(["outcome"], "How long calls waited until a person decided."),
  plumbline_watch_lag_seconds: gauge(["wheel"], "By how much the most overdue watch of a batch was late."),
  plumbline_watch_silence_seconds: gauge(
    ["wheel"],
    "How long the most silent watch of a batch has found nothing.",
  ),
  plumbline_watch_failures_in_a_row: gauge(
    ["wheel"],
    "Failures in a row of the watch of a batch that has most.",
  ),
  plumbline_watch_reconnects: gauge(
    ["wheel"],
    "Watches of a batch whose credential does not open the door any more.",
  ),
  plumbline_watch_polls_total: counter(["wheel"], "Watches that were looked at."),
  plumbline_watch_failures_total: counter(["wheel"], "Looks that failed."),
  plumbline_watch_events_total: counter(["wheel"], "What looks found that was new."),
  plumbline_watch_gaps_total: counter(["wheel"], "Looks after which something may be missing."),
  plumbline_deliveries_total: counter(
    ["outcome", "tenant_id"],
    "Tries to deliver an event: delivered, failed and to be tried again, or dead.",
  ),
  plumbline_delivery_backlog: gauge([], "Deliveries that were due at a minute, counted up to 5,000."),
  plumbline_delivery_backlog_age_seconds: gauge(
    [],
    "How long the delivery that is overdue for longest has been due.",
  ),
  plumbline_model_tokens_total: counter(
    ["direction", "model", "tenant_id"],
    "Tokens of whole turns of the model, in and out, as its provider counts them.",
  ),
  plumbline_reader_calls_total: counter(
    ["outcome", "tenant_id"],
    "Calls of the reader that chooses among the sentences found: used, or why its choice did not count.",
  ),
  plumbline_token_renewals_total: counter(
    ["outcome", "tenant_id"],
    "Requests to providers for a new token: renewed, dead (the connection is over), or why it failed for now.",
  ),
  plumbline_key_refusals_total: counter(
    ["error_code", "tenant_id"],
    "Refusals of the service that keeps the keys, by whether the stage's key is unavailable or the service is busy.",
  ),
  plumbline_own_key_refusals_total: counter(
    ["tenant_id"],
    "Refusals of keys that tenants brought: disabled, deleted or not to be used.",
  ),
  plumbline_parameter_refusals_total: counter(
    [],
    "Reads of the stage's secrets that Systems Manager throttled, refused or did not answer.",
  ),
  plumbline_search_key_refusals_total: counter(
    ["backend"],
    "Searches that a search backend refused because of its API key.",
  ),
  plumbline_shares_waiting: gauge(
    ["share"],
    "Requests that waited at once for a place that tenants share: calls, an origin, runs, research or the model.",
  ),
  plumbline_shares_refused_total: counter(
    ["share", "tenant_id"],
    "Requests refused because their tenant had its share of the places or the processor (`cpu`), and its queue was full or too slow.",
  ),
  plumbline_requests_limited_total: counter(
    ["tenant_id"],
    "HTTP requests refused because their tenant, key or address had used up its requests for the minute.",
  ),
  plumbline_http_requests_total: counter(
    ["route", "status"],
    "HTTP requests by the pattern of their route and the status of the answer; unmatched where no route has the path.",
  ),
  plumbline_http_request_seconds: histogram(
    ["route"],
    "How long requests took until their answer, or the first piece of a stream, was ready.",
  ),
  plumbline_event_loop_lag_seconds: gauge(
    [],
    "By how much the event loop was late in the worst hundredth of the time since the last reading.",
  ),
  plumbline_heap_bytes: gauge([], "Memory in use by the objects of JavaScript."),
  plumbline_resident_bytes: gauge([], "Memory of the process that is not swapped out."),
  plumbline_open_files: gauge(
    [],
    "Files and connections that the process has open; left out where the system does not tell.",
  ),
  plumbline_cpu_seconds_total: counter([], "User and system time of the process."),
  plumbline_tick_age_seconds: gauge(
    ["wheel"],
    "Time since the minute up to which the clock of watches has run; over 120 it stands still.",
  ),
  plumbline_metrics_dropped_total: counter([], "Observations left out because there are too many series."),
} as const satisfies Record<string, MetricDescription>;

type List = typeof METRICS;

export type MetricName = keyof List;
export type MetricOf<Kind extends MetricDescription["kind"]> = {
  [Name in MetricName]: List[Name]["kind"] extends Kind ? Name : never;
}[MetricName];

/** All labels of a metric. The tenant may be omitted for work that belongs to none. */
export type Labels<Name extends MetricName> = {
  readonly [Label in Exclude<List[Name]["labels"][number], "tenant_id">]: string;
} & { readonly [Label in Extract<List[Name]["labels"][number], "tenant_id">]?: string | undefined };

/** Returns a metric's description. */
export function metric(name: MetricName): MetricDescription {
  return METRICS[name];
}

/** Returns a metric's unit, which is the suffix of its name. */
export function unitOf(name: MetricName): "count" | "seconds" | "bytes" {
  const [, unit] = /_(seconds|bytes)(?:_total)?$/.exec(name) ?? [];
  return unit === "seconds" || unit === "bytes" ? unit : "count";
}

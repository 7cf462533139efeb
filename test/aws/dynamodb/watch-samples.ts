import type { Watch, WatchEventRecord, WatchRecord, WatchState } from "@plumbline/watches/service/watch.ts";

export function sampleRecord(changes: Partial<WatchRecord> = {}): WatchRecord {
  const id = changes.id ?? "w1";
  return {
    id,
    tenant_id: "t",
    source: { type: "feed", url: "https://feeds.test/news.xml", keywords: [] },
    interval_minutes: 5,
    slot: "feed#5#3#0",
    slot_position: `0a#${id}`,
    paused_at: null,
    version: 1,
    created_at: "2026-01-01T00:00:00.000Z",
    scheduled_at: "2026-01-01T00:00:00.000Z",
    updated_at: "2026-01-01T00:00:00.000Z",
    ...changes,
  };
}

export function sampleState(changes: Partial<WatchState> = {}): WatchState {
  return {
    tenant_id: "t",
    watch_id: "w1",
    fence: 0,
    next_sequence: 1,
    cursor: null,
    last_polled_at: null,
    last_success_at: null,
    last_event_at: null,
    consecutive_failures: 0,
    skip_until: null,
    last_error: null,
    gaps: [],
    ...changes,
  };
}

export function sampleWatch(changes: Partial<WatchRecord> = {}): Watch {
  const record = sampleRecord(changes);
  return { record, state: sampleState({ tenant_id: record.tenant_id, watch_id: record.id }) };
}

export function sampleEvent(sequence: number, changes: Partial<WatchEventRecord> = {}): WatchEventRecord {
  return {
    tenant_id: "t",
    watch_id: "w1",
    sequence,
    fence: 1,
    id: `e${sequence}`,
    found_at: "2026-01-01T00:00:00.000Z",
    content_cipher: "v1.k1.sealed",
    expires_at: "2026-04-01T00:00:00.000Z",
    ...changes,
  };
}

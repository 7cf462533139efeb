import type { CallFilter } from "@plumbline/core/calls/call-history.ts";
import { parseCallId } from "@plumbline/core/calls/call-ids.ts";
import { CALL_OUTCOMES, type LoggedCall } from "@plumbline/core/calls/call-record.ts";
import { USAGE_GROUPINGS, type UsageGrouping, type UsageRow } from "@plumbline/core/calls/call-usage.ts";
import { estimateMedianDuration } from "@plumbline/core/calls/usage-sums.ts";
import { DAY_MS, timestamp } from "@plumbline/core/clock/clock.ts";
import type { Service } from "@plumbline/service/service.ts";
import * as z from "zod";
import { createFieldError } from "../problems.ts";
import { readQuery } from "../request.ts";
import { credentialName } from "./call-schemas.ts";
import { jsonAnswer, operation, type Route, route } from "./endpoint.ts";
import { addKeyNames, keyNameField, pickFields, readPathId, recordId } from "./fields.ts";
import { createCursorError, createPageSchema, formatPage, pageQuery, toPageRequest } from "./paging.ts";

const outcome = z
  .enum(CALL_OUTCOMES)
  .describe(
    "`refused`: nothing was sent, or the tool itself refused. `unknown`: a write may have taken effect.",
  );

const call = z
  .object({
    id: recordId,
    at: z.iso.datetime().describe("When it ended."),
    tool: z.string(),
    outcome,
    error_code: z.string().nullable(),
    stopped: z.boolean().describe("Whether its caller stopped it, or left, before it had a result."),
    elapsed_ms: z.int().describe("For several polls, their total; the same goes for `attempts`."),
    attempts: z.int(),
    credential: credentialName.nullable().describe("The account that was used."),
    key_id: z.string().nullable().describe("The key that made the call; null if the service did."),
    key_name: keyNameField,
    session_id: z.string().nullable().describe("The session of that key, if one made the call."),
    end_user: z.string().nullable().describe("The caller's name for the person using the session."),
    request_id: z.string().nullable(),
    run_id: z.string().nullable().describe("The run that it belongs to."),
    approval_id: z.string().nullable().describe("The approval that it is waiting for, or that allowed it."),
    looks: z
      .object({
        watch_id: recordId,
        count: z.int(),
        since: z.iso.datetime().describe("When the first of them ended."),
      })
      .nullable()
      .describe("For a watch: polls with the same result are combined into one entry."),
  })
  .meta({ id: "LoggedCall", description: "One call that was made or refused." });

const callDetail = call
  .extend({
    arguments: z.unknown().describe("Secrets are redacted; null when no arguments were kept."),
    arguments_cut: z.boolean().describe("They were longer than 8,192 characters and have been truncated."),
  })
  .meta({ id: "LoggedCallDetail", description: "One call with its arguments." });

const text = z.string().min(1).max(200);

const callQuery = pageQuery.extend({
  tool: text.optional().describe("Only calls of this tool."),
  key_id: text.optional().describe("Only calls of this key."),
  end_user: text.optional().describe("Only calls of sessions of this person."),
  outcome: outcome.optional(),
  error_code: text.optional(),
  request_id: text.optional(),
  run_id: text.optional().describe("Only calls of this run."),
  watch_id: text.optional().describe("Only polls of this watch."),
  from: z.iso.datetime({ offset: true }).optional().describe("Only calls that ended at this time or later."),
  to: z.iso.datetime({ offset: true }).optional().describe("Only calls that ended before this time."),
});

const listCalls = operation({
  id: "listCalls",
  access: "calls:read",
  summary: "List calls",
  description:
    "Calls of the tenant, newest first: over HTTP and MCP, in agent runs and by watches. Previews and calls of tools that " +
    "do not exist are left out. With a filter that few calls match, a page may contain fewer calls than `limit`, or none, and still have a " +
    "`next_cursor`. A key that is limited to certain credentials sees calls that used them, and its own calls that used none.",
  query: callQuery,
  answers: () => ({ 200: jsonAnswer("A page of calls.", createPageSchema(call)) }),
});

const getCall = operation({
  id: "getCall",
  access: "calls:read",
  summary: "Read one call with its arguments",
  description: "The call with its arguments. Secrets are redacted.",
  params: z.object({ id: recordId }),
  answers: () => ({ 200: jsonAnswer("The call.", callDetail) }),
  refusals: { not_found: "There is no such call, or it is no longer kept." },
});

const counts = z.record(z.string(), z.int());

const usage = z
  .object({
    day: z.iso.date().optional(),
    tool: z.string().optional(),
    key_id: z
      .string()
      .nullable()
      .optional()
      .describe("Null for calls made by the service; `others` when an hour had too many keys to list."),
    key_name: keyNameField.optional(),
    calls: z.int(),
    ok: z.int(),
    refused: z.int(),
    failed: z.int(),
    unknown: z.int(),
    errors: counts.describe("The number of calls per error code."),
    elapsed_ms: z.int().describe("The total time of all these calls."),
    median_ms: z.int().nullable().describe("Accurate to within 10 percent."),
  })
  .meta({ id: "UsageRow", description: "Totals for a group of calls." });

const usageQuery = z.strictObject({
  group: z
    .string()
    .regex(/^(day|tool|key)(,(day|tool|key)){0,2}$/, "must be a comma-separated list of day, tool and key")
    .default("day")
    .describe("A comma-separated list of what to group by: `day`, `tool`, `key`."),
  from: z.iso.date().optional().describe("The first day, in UTC; six days before `to` when left out."),
  to: z.iso.date().optional().describe("The last day, in UTC; today when left out."),
});

const getUsage = operation({
  id: "getUsage",
  access: "calls:read",
  summary: "Summarise calls",
  description:
    "Counts of calls by day, tool and key, in this order, as far back as calls are kept. Each poll of a watch is counted. " +
    "A key that is limited to certain credentials gets the totals of the calls that listCalls shows it.",
  query: usageQuery,
  answers: () => ({ 200: jsonAnswer("All totals, on one page.", createPageSchema(usage)) }),
});

/** Creates the routes of the call log and its usage sums. */
export function callRoutes({ callHistory, callUsage, tenants, clock }: Service): readonly Route[] {
  return [
    route(listCalls, async (context, caller) => {
      const { tenantId } = caller;
      const { cursor, limit, from, to, ...equal } = readQuery(context, callQuery);
      const page = toPageRequest({ cursor, limit });
      if (page.after !== undefined && !parseCallId(page.after)) throw createCursorError("cursor");
      const filter: CallFilter = { ...equal, from: parseTime(from), to: parseTime(to) };
      const { items, next } = await callHistory.list(caller, filter, page);
      const named = await addKeyNames(tenants, tenantId, items);
      return context.json(formatPage({ items: named, next }, formatCall));
    }),
    route(getCall, async (context, caller) => {
      const { tenantId } = caller;
      const found = await callHistory.get(caller, readPathId(context));
      const { arguments: args = null, arguments_cut = false } = found;
      const [named] = (await addKeyNames(tenants, tenantId, [found])).map(formatCall);
      return context.json({ ...named, arguments: args, arguments_cut });
    }),
    route(getUsage, async (context, caller) => {
      const { tenantId } = caller;
      const { group, from, to } = readQuery(context, usageQuery);
      const last = to ?? timestamp(clock.now()).slice(0, 10);
      const first = from ?? timestamp(Date.parse(last) - 6 * DAY_MS).slice(0, 10);
      if (first > last)
        throw createFieldError("from", "must not be later than `to`", "`from` must not be later than `to`.");
      const named = group.split(",");
      const groupedBy = USAGE_GROUPINGS.filter((one): one is UsageGrouping => named.includes(one));
      const rows = await callUsage.sum(caller, { groupedBy, from: first, to: last });
      const items = (await addKeyNames(tenants, tenantId, rows)).map(formatUsage);
      return context.json({ items, next_cursor: null });
    }),
  ];
}

function parseTime(time: string | undefined): number | undefined {
  return time === undefined ? undefined : Date.parse(time);
}

type Named<Keyed> = Keyed & { key_name: string | null };

/** Formats a call with all fields. Those that do not apply are null. */
function formatCall(logged: Named<LoggedCall>) {
  return { ...pickFields(call, logged), stopped: logged.stopped === true };
}

function formatUsage({ durations, key_name, ...row }: Named<UsageRow>) {
  return {
    ...row,
    ...(row.key_id !== undefined && { key_name }),
    calls: row.ok + row.refused + row.failed + row.unknown,
    median_ms: estimateMedianDuration(durations),
  };
}

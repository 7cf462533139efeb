import { isDeepStrictEqual } from "node:util";
import { addSampleMail, sampleCredentials } from "../../../packages/cli/sandbox/samples.ts";
import { type AgentUnderTest, startAgent } from "../../http/agent-under-test.ts";
import { isHandsOff, type Row } from "./corpus.ts";

/** Result of one row. */
export interface Tried {
  row: Row;
  /** The right thing was sent at the first try, or what must not be read was kept or refused. */
  right: boolean;
  /** The answer names the arguments that were corrected. */
  told: boolean;
  /** The refusal, or the start of what was sent in place of the right thing. */
  instead: string;
}

/** One call's end: what it said, and what it sent or found. */
interface Ended {
  ok: boolean;
  told: boolean;
  refusal: string;
  /** Requests, or the result of a read whose requests do not show every argument. */
  done: unknown;
}

/** A read of these is carried out: its requests do not show every argument. */
const CARRIED_OUT: ReadonlySet<string> = new Set([
  "grounded_research",
  "connections_list",
  "notes_query",
  "feed_read",
  "rss_subscribe",
  "email_watch_inbox",
  "watch_events",
  "watch_stop",
]);

/** The service in front of the sandbox, with an account at each provider. */
export async function startTrials(): Promise<AgentUnderTest> {
  const agent = await startAgent();
  for (const credential of sampleCredentials) await agent.connect({ ...credential });
  addSampleMail(agent.sandbox);
  return agent;
}

/**
 * Makes the call of a row between two of the call that its user meant, and compares what they did. Values
 * that differ between those two are made up by each call, so they are not compared.
 */
export async function tryRow(agent: AgentUnderTest, row: Row): Promise<Tried> {
  const call = row.door === "mcp" ? callOverMcp : callOverRest;
  const meant = () => call(agent, row.tool, isHandsOff(row) ? row.raw : JSON.stringify(row.sent));
  const before = await meant();
  const ended = await call(agent, row.tool, row.raw);
  const after = await meant();
  const { told, refusal } = ended;
  const instead = ended.ok ? shorten(ended.done) : refusal;
  if (row.sent === "refused") return { row, told, right: !ended.ok, instead };
  if (!after.ok) throw new Error(`${row.id}: what is meant is refused: ${after.refusal}`);
  const sent = leaves(ended.done);
  const right =
    ended.ok &&
    agrees(ended.done, after.done, before.done) &&
    (row.keeps ?? []).every((kept) => sent.has(kept));
  return { row, told, right, instead };
}

async function callOverRest(agent: AgentUnderTest, tool: string, raw: string): Promise<Ended> {
  const preview = !CARRIED_OUT.has(tool);
  const body = `{"arguments": ${raw}${preview ? ', "preview": true' : ""}}`;
  const { json, text } = await agent.call("POST", `/api/v1/tools/${tool}`, { raw: body });
  return ended(json, text, json.result);
}

/** Over MCP there are no previews, so the sandbox's record of the call is what was sent. */
async function callOverMcp(agent: AgentUnderTest, tool: string, raw: string): Promise<Ended> {
  const { chatapp, crm } = agent.sandbox;
  for (const server of [chatapp, crm]) server.clear();
  const params = `{"name": ${JSON.stringify(tool)}, "arguments": ${raw}}`;
  const { json, text } = await agent.call("POST", "/mcp", {
    raw: `{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": ${params}}`,
    headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
  });
  const message = json.result ? json : Object(readEvent(text));
  const told = Object(JSON.parse(message.result?.content?.at(-1)?.text ?? "{}"));
  const requests = [chatapp, crm].flatMap((server) => server.requests.map(readRequest));
  return ended(told, text, requests.length > 0 ? requests : told.result);
}

function readEvent(text: string): unknown {
  const data = /^data: (\{.*)$/m.exec(text)?.[1];
  return data === undefined ? {} : JSON.parse(data);
}

function readRequest({ method, path, text }: { method: string; path: string; text: string }) {
  const body = text.startsWith("{") ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text));
  return { method, path, body };
}

function ended(answer: Record<string, unknown>, text: string, done: unknown): Ended {
  const refusal = String(answer.refusal_reason ?? answer.detail ?? text);
  const told = Array.isArray(answer.corrected) && answer.corrected.length > 0;
  return { ok: answer.ok === true, told, refusal, done };
}

/** Compares a value with the later of two, wherever those two are the same. */
function agrees(value: unknown, later: unknown, earlier: unknown): boolean {
  if (!isComposite(later) || !isComposite(value))
    return isDeepStrictEqual(value, later) || !isDeepStrictEqual(later, earlier);
  const names = Object.keys(later);
  return (
    isDeepStrictEqual(names, Object.keys(value)) &&
    names.every((name) => agrees(value[name], later[name], Object(earlier)[name]))
  );
}

function isComposite(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function leaves(value: unknown, found = new Set<unknown>()): Set<unknown> {
  if (value === null || typeof value !== "object") return found.add(value);
  for (const inner of Object.values(value)) leaves(inner, found);
  return found;
}

function shorten(done: unknown): string {
  return (JSON.stringify(done) ?? "").slice(0, 160);
}

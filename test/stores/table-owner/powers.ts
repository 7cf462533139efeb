import { createApp } from "@plumbline/http/app.ts";
import { createRoutes } from "@plumbline/http/endpoints/index.ts";
import type { Service } from "@plumbline/service/service.ts";
import { readAnswer } from "../../http/api-under-test.ts";
import { signInAtSandbox } from "../../support/sign-in-at-sandbox.ts";
import { momentOf, restore } from "./owned-table.ts";
import { chats, KEYED, POST, RUNS, type StockedService } from "./stocked-service.ts";

/** Lists what anybody can do with the service, by name: each value says with which effect. */
export type Powers = Map<string, string>;

type Note = (name: string, effect: string | undefined) => void;
type Call = (
  method: string,
  path: string,
  key: string,
  body?: object,
  headers?: Record<string, string>,
) => ReturnType<typeof readAnswer>;

interface Measured {
  stocked: StockedService;
  service: Service;
  call: Call;
  fetch(request: Request): Response | Promise<Response>;
  note: Note;
}

/**
 * Tries everything that the records of the main table decide, in a process that has read nothing yet, and
 * puts both tables and the clock back. What is refused is left out.
 */
export async function powersOf(stocked: StockedService): Promise<Powers> {
  const { api, table, clock } = stocked;
  const [main, keys, now] = [await momentOf(table.main), await momentOf(table.keyTable), clock.now()];
  const service = api.anotherProcess();
  const app = createApp(service, createRoutes(service), api.metrics);
  const fetch = (request: Request) => app.fetch(request, { baseUrl: "http://plumbline.test" });
  const call: Call = async (method, path, key, body, more = {}) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json", ...more };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return readAnswer(await fetch(new Request(`http://plumbline.test${path}`, init)));
  };
  const powers: Powers = new Map();
  const note: Note = (name, effect) => {
    if (effect !== undefined) powers.set(name, effect);
  };
  const measured = { stocked, service, call, fetch, note };
  try {
    for (const measure of [callers, tokens, sight, log, runs, deliveries, decisions, connects])
      await measure(measured);
  } finally {
    await service.callLog.close();
    clock.rewind(now);
    await restore(table.main, main);
    await restore(table.keyTable, keys);
  }
  return powers;
}

/** Answers what a promise does, or `undefined` where it is refused. */
const tried = <T>(made: Promise<T>): Promise<T | undefined> => made.catch(() => undefined);

/** Who is accepted, with which rights and under which policy. */
async function callers({ stocked, service, note }: Measured): Promise<void> {
  const shown = (caller: object | undefined) =>
    caller && JSON.stringify(caller, (_name, value) => (value instanceof Set ? [...value].sort() : value));
  for (const [name, key] of Object.entries(stocked.bearers))
    note(`accepts ${name}`, shown(await tried(service.authenticator.authenticate(`Bearer ${key}`))));
  for (const [name, visit] of Object.entries(stocked.visits))
    note(`visit ${name}`, shown(await tried(service.visits.find(visit))));
}

/** Which tokens open, and where they may be sent. */
async function tokens({ stocked, service, note }: Measured): Promise<void> {
  for (const { word, caller } of stocked.tenants)
    for (const [name, id] of Object.entries(stocked.ids)) {
      const record = await tried(service.credentials.get(caller.tenantId, id));
      const token = record && (await tried(service.credentials.open(record, "token")));
      const { kind, metadata, account, scope } = record ?? {};
      note(`${word} opens ${name}`, token && JSON.stringify([token.reveal(), kind, metadata, scope]));
      // An account is noted by a test of the same token: an earlier record lacks it.
      note(`${word} knows the account of ${name}`, token && account ? JSON.stringify(account) : undefined);
    }
}

/** Which tenant sees what is sealed for another. */
async function sight({ stocked, call, note }: Measured): Promise<void> {
  const { tenants, watchIds, approvals } = stocked;
  for (const { word, apiKey, approver } of tenants) {
    const other = tenants.find((tenant) => tenant.word !== word)?.word ?? "";
    const key = apiKey.reveal();
    const listed = await call("GET", "/api/v1/calls?limit=100", key);
    const calls = Array.isArray(listed.json.items) ? listed.json.items.map(({ id }) => `calls/${id}`) : [];
    const events = watchIds.map((id) => `watches/${id}/events`);
    const each = Object.values(approvals).map((id) => `approvals/${id}`);
    const paths = ["credentials", "watches", "connections", "approvals?limit=100", ...calls.slice(0, 12)];
    for (const path of [...paths, ...events, ...each]) {
      const by = path.startsWith("approvals") ? approver : key;
      const { text } = await call("GET", `/api/v1/${path}`, by);
      if (text.includes(`${other} `)) note(`${word} sees ${other}`, text);
    }
  }
}

/** Which calls a key sees that is narrowed to an account which made none. */
async function log({ stocked, call, note }: Measured): Promise<void> {
  const read = (path: string) => call("GET", `/api/v1/calls${path}`, stocked.bearers.narrow ?? "");
  const { json } = await read("?limit=100");
  const calls = (json.items ?? []) as { id: string; tool: string }[];
  for (const { id, tool } of calls) note(`narrow sees ${tool}`, (await read(`/${id}`)).text);
}

/** Which run may post, and what a repeated call answers. */
async function runs({ stocked, call, note }: Measured): Promise<void> {
  const body = { arguments: POST };
  for (const { word, apiKey } of stocked.tenants) {
    const post = async (headers: Record<string, string>) => {
      const { json } = await call("POST", chats, apiKey.reveal(), body, headers);
      const { channel } = (json.result ?? json) as Record<string, unknown>;
      const { credential } = json as { credential?: { id?: string } };
      return json.ok === true ? JSON.stringify([channel, credential?.id]) : undefined;
    };
    for (const [name, run] of Object.entries(RUNS))
      if (word === "alpha") note(`run ${name} posts`, await post({ "x-run-id": run }));
    note(`${word} repeats`, await post(KEYED));
  }
}

/** Lists what is polled, and what is delivered where. */
async function deliveries({ stocked, service, note }: Measured): Promise<void> {
  const { api, tenants, watchIds } = stocked;
  const from = api.received.length;
  await tried(api.pass(1, service));
  for (const { caller } of tenants)
    for (const id of watchIds) {
      const range = { since: "2035-01-01T00:00:00.000Z", which: "all" } as const;
      await tried(service.deliveries.replayRange(caller.tenantId, id, range));
    }
  await tried(api.deliver(service));
  for (const { method, url, body } of api.received.slice(from)) {
    const text = body?.toString() ?? "";
    const watch = /"watch_id":"(.*?)"/.exec(text)?.[1];
    const title = /"(?:title|subject)":"(.*?)"/.exec(text)?.[1];
    note(`${method} ${url.href} of ${watch}: ${title}`, "sent");
  }
}

/** Which approvals can be decided, and what is carried out then. */
async function decisions({ stocked, call, note }: Measured): Promise<void> {
  for (const { word, approver } of stocked.tenants)
    for (const [name, id] of Object.entries(stocked.approvals)) {
      const { status, json } = await call("POST", `/api/v1/approvals/${id}`, approver, {
        decision: "approve",
      });
      const { tool, arguments: given, result } = json;
      const { ok, credential } = (result ?? {}) as { ok?: boolean; credential?: { id?: string } };
      const isCarriedOut = status === 200 && ok === true;
      note(`${word} approves ${name}`, isCarriedOut ? JSON.stringify([tool, given, credential]) : undefined);
    }
}

/** Where the tokens go that a person gives at a link. */
async function connects({ stocked, service, fetch, note }: Measured): Promise<void> {
  const all = async () => {
    const lists = stocked.tenants.map(({ caller }) =>
      tried(service.credentials.list(caller.tenantId, { limit: 100 })),
    );
    const records = (await Promise.all(lists)).flatMap((list) => list?.items ?? []);
    return new Map(
      records.map((record) => [`${record.tenant_id} ${record.kind} ${record.label}`, record.token_cipher]),
    );
  };
  for (const [name, link] of Object.entries(stocked.links)) {
    const before = await all();
    await tried(signInAtSandbox(link, "allow", async (request) => fetch(request)));
    const given = [...(await all())].filter(([at, cipher]) => before.get(at) !== cipher);
    note(`link ${name}`, given.length > 0 ? JSON.stringify(given.map(([at]) => at)) : undefined);
  }
}

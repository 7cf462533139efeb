import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { auditOutcome } from "@plumbline/grounding";
import { researchOutcomeSchema } from "@plumbline/grounding/outcome";
import { type LocalServer, startLocalServer } from "@plumbline/local";
import { loadCorpus } from "@plumbline/sandbox/corpus/corpus.ts";
import type { ScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod";
import { startEngines } from "./searx/engines.ts";
import { type SearxInstance, startSearx } from "./searx/searx-instance.ts";

let engines: ScriptedServer;
let searx: SearxInstance;
let folder: string;
let server: LocalServer;
let key: string;

beforeAll(async () => {
  engines = await startEngines(loadCorpus());
  searx = await startSearx(engines.port);
  folder = await mkdtemp(join(tmpdir(), "plumbline-peers-"));
  const settings = { DATA_DIR: folder, PORT: "0", SEARCH_C_INSTANCE_URL: searx.url };
  server = await startLocalServer(settings, { logSink: () => undefined });
  key = (await readFile(join(folder, "dev-api-key"), "utf8")).trim();
});

afterAll(async () => {
  await server?.close();
  await Promise.all([searx?.stop(), engines?.close()]);
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

function post(path: string, body: object): Promise<Response> {
  return fetch(`${server.url}/api/v1/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  });
}

/** The stream's chunks: each event's `data:` line. */
async function chunksOf(response: Response): Promise<Record<string, unknown>[]> {
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data: "));
  return lines.map((line) => JSON.parse(line.slice("data: ".length)));
}

test("a prompt is completed from searx", async () => {
  const response = await post("autonomy/research/complete", { prompt: "Who was Ada Lovelace?" });
  const answer = z.looseObject({ outcome: z.unknown() }).parse(await response.json());
  expect(response.status).toBe(200);
  expect(answer).toMatchObject({
    requires_grounding: true,
    completion: null,
    outcome: { ok: true, provider_used: "search_c" },
  });
  expect(auditOutcome(answer.outcome)).toEqual({ ok: true, problems: [] });
});

test("a made-up name is refused, in words, with 200", async () => {
  const response = await post("autonomy/research/complete", { prompt: "Who was Zebulon Quartermain?" });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    outcome: { ok: false, error_code: "research_insufficient_evidence", citations: [] },
  });
});

test("the stream says only what the outcome quotes", async () => {
  const messages = [{ role: "user", content: "Who is Katalin Karikó?" }];
  const chunks = await chunksOf(await post("agent/stream", { messages }));
  const result = chunks.find(({ type }) => type === "tool_result");
  expect(result).toMatchObject({ name: "grounded_research", is_error: false });
  expect(auditOutcome(result?.content)).toEqual({ ok: true, problems: [] });
  const { citations } = researchOutcomeSchema.parse(result?.content);
  const said = chunks.filter(({ type }) => type === "text_delta").map(({ text }) => String(text).trim());
  expect(said.length).toBeGreaterThan(0);
  for (const text of said) expect(citations.some(({ snippet }) => snippet.includes(text))).toBe(true);
  expect(chunks.at(-1)).toMatchObject({ type: "done", stop_reason: "end" });
});

test("the tool gives the candidates of an ambiguous name", async () => {
  const response = await post("tools/grounded_research", { arguments: { query: "Who is Steve McQueen?" } });
  expect(await response.json()).toMatchObject({
    ok: false,
    error_code: "research_ambiguous_name",
    result: {
      disambiguation_candidates: expect.arrayContaining([
        expect.objectContaining({ url: expect.any(String) }),
      ]),
    },
  });
});

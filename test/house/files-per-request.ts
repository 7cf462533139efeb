import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Session } from "node:inspector/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "@plumbline/sandbox/start-sandbox.ts";
import { startLocalServer } from "../../packages/local/server/local-server.ts";

const REQUESTS: Readonly<Record<string, readonly [path: string, body: object]>> = {
  "tool call": [
    "/api/v1/tools/chatapp_post_channel",
    { arguments: { channel: "C0GENERAL", text: "The build is green." } },
  ],
  research: ["/api/v1/autonomy/research/complete", { prompt: "Who was Ada Lovelace?" }],
  "run of the agent": [
    "/api/v1/agent/stream",
    { messages: [{ role: "user", content: "Who was Ada Lovelace?" }] },
  ],
};

/** Counts the own files, sandbox aside, in which a warm request of each kind runs a function. */
export async function filesPerRequest(): Promise<Map<string, number>> {
  const sandbox = await startSandbox();
  const folder = await mkdtemp(join(tmpdir(), "plumbline-house-"));
  const server = await startLocalServer(
    {
      ...sandbox.settings,
      ...sandbox.modelSettings("truthful"),
      DATA_DIR: folder,
      PORT: "0",
      HOST: "127.0.0.1",
      EGRESS_ALLOW: "127.0.0.1",
    },
    { logSink: () => undefined },
  );
  const key = (await readFile(join(folder, "dev-api-key"), "utf8")).trim();
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(server.url + path, { method: "POST", headers, body: JSON.stringify(body) });
    await answer.text();
  };
  await post("/api/v1/credentials", { kind: "chatapp_bot", label: "team", token: "xoxb-sandbox-bot" });
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  const counts = new Map<string, number>();
  for (const [name, [path, body]] of Object.entries(REQUESTS)) {
    for (let warming = 0; warming < 2; warming++) await post(path, body);
    await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    await session.post("Profiler.takePreciseCoverage");
    await post(path, body);
    const { result } = await session.post("Profiler.takePreciseCoverage");
    await session.post("Profiler.stopPreciseCoverage");
    const own = result.filter(
      ({ url }) => /\/packages\/(?!sandbox\/)/.test(url) && !/node_modules/.test(url),
    );
    counts.set(
      name,
      own.filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0)).length,
    );
  }
  session.disconnect();
  await server.close();
  await sandbox.close();
  await rm(folder, { recursive: true });
  return counts;
}

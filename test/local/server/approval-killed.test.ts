import { EventEmitter, once } from "node:events";
import { readFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { startSandbox } from "@plumbline/sandbox";
import { sampleBotToken } from "@plumbline/sandbox/chatapp/sample-workspace.ts";
import { hangBeforeHeaders } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startedForFile } from "../../support/started.ts";
import { callApi, ServerProcesses } from "./server-process.ts";

const TOOL = "chatapp_post_channel";
const MESSAGE = { channel: "C0GENERAL", text: "The build is green." };

const processes = new ServerProcesses();
/** Stands before the chat app. While it is shut it takes connections, and passes nothing on. */
let gate: { server: Server; isOpen: boolean; visits: EventEmitter; sockets: Set<Socket> };

const sandbox = startedForFile(startSandbox);

beforeEach(async () => {
  const visits = new EventEmitter();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    if (gate.isOpen) {
      const onward = connect(Number(new URL(sandbox.settings.CHATAPP_BASE_URL).port), "127.0.0.1");
      onward.on("error", () => undefined);
      socket.pipe(onward).pipe(socket);
      sockets.add(onward);
    }
    visits.emit("visit");
  });
  gate = { server, isOpen: true, visits, sockets };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});

afterEach(async () => {
  await processes.cleanUp();
  for (const socket of gate.sockets) socket.destroy();
  await new Promise((resolve) => gate.server.close(resolve));
  sandbox.chatapp.clear();
});

async function start(DATA_DIR: string) {
  const base = new URL(sandbox.settings.CHATAPP_BASE_URL);
  base.port = String((gate.server.address() as AddressInfo).port);
  const server = processes.start({ DATA_DIR, CHATAPP_BASE_URL: base.href });
  const url = await server.ready();
  const [key, approver] = await Promise.all(
    ["dev-api-key", "approver-key"].map(async (name) =>
      (await readFile(join(DATA_DIR, name), "utf8")).trim(),
    ),
  );
  const asking = (method: string, path: string, body?: unknown) =>
    callApi(url, key ?? "", method, `/api/v1/${path}`, body);
  const deciding = (method: string, path: string, body?: unknown) =>
    callApi(url, approver ?? "", method, `/api/v1/approvals/${path}`, body);
  return { server, asking, deciding };
}

/** Starts a server with a call that waits. */
async function withWaitingCall() {
  const folder = await processes.folder();
  const started = await start(folder);
  await started.asking("POST", "credentials", { kind: "chatapp_bot", label: "team", token: sampleBotToken });
  await started.asking("PUT", "policy", { approval: { [TOOL]: "always" } });
  const waits = await started.asking("POST", `tools/${TOOL}`, { arguments: MESSAGE });
  expect(waits.json).toMatchObject({ ok: false, error_code: "approval_required" });
  return { ...started, folder, id: String(waits.json.approval_id) };
}

const posts = () => sandbox.chatapp.requests.filter(({ path }) => path.endsWith("/chat.postMessage")).length;

/** Nothing that anybody does after the kill sends the call. */
async function expectNeverSentAgain(folder: string, id: string, sent: number): Promise<void> {
  gate.isOpen = true;
  const { asking, deciding } = await start(folder);
  expect((await deciding("GET", id)).json).toMatchObject({ status: "carrying_out", result: null });
  for (const decision of ["approve", "deny"])
    expect(await deciding("POST", id, { decision })).toMatchObject({ status: 409 });
  const again = await asking("POST", `tools/${TOOL}`, { arguments: MESSAGE, approval_id: id });
  expect(again.json).toMatchObject({ ok: false, error_code: "approval_required" });
  expect(posts()).toBe(sent);
}

test("a process killed between a decision and its call leaves it unsent, for good", async () => {
  const { server, deciding, folder, id } = await withWaitingCall();
  gate.isOpen = false;
  const visited = once(gate.visits, "visit");
  const decided = deciding("POST", id, { decision: "approve" }).catch(() => "cut off");
  await visited;
  server.signal("SIGKILL");
  await server.ended();
  expect([await decided, posts()]).toEqual(["cut off", 0]);
  await expectNeverSentAgain(folder, id, 0);
});

test("a process killed while its provider thinks leaves a call that was sent once, for good", async () => {
  const { server, deciding, folder, id } = await withWaitingCall();
  sandbox.chatapp.script("POST /api/chat.postMessage", hangBeforeHeaders);
  const asked = sandbox.chatapp.waitForRequests(1);
  const decided = deciding("POST", id, { decision: "approve" }).catch(() => "cut off");
  await asked;
  server.signal("SIGKILL");
  await server.ended();
  expect([await decided, posts()]).toEqual(["cut off", 1]);
  await expectNeverSentAgain(folder, id, 1);
});

test("a process killed after a call that ended tells its result after the kill, and sends it no more", async () => {
  const { server, deciding, folder, id } = await withWaitingCall();
  const approved = await deciding("POST", id, { decision: "approve" });
  expect(approved.json).toMatchObject({ status: "approved", result: { ok: true } });
  server.signal("SIGKILL");
  await server.ended();
  const next = await start(folder);
  expect((await next.deciding("GET", id)).json).toEqual({
    ...approved.json,
    approve_url: expect.any(String),
  });
  expect((await next.deciding("POST", id, { decision: "approve" })).status).toBe(409);
  expect(posts()).toBe(1);
});

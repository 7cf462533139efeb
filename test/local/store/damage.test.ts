import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startLocalServer } from "@plumbline/local";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callApi, ServerProcesses } from "../server/server-process.ts";

const processes = new ServerProcesses();
let place: string;
let mounts: string[];
beforeEach(async () => {
  mounts = [];
  place = await processes.folder();
});
afterEach(async () => {
  await processes.cleanUp(() => {
    for (const mount of mounts) spawnSync("umount", [mount]);
  });
});

/** A disk of its own of so many MiB, at a folder. */
function mountSmallDisk(folder: string, mebibytes: number, ...more: string[]): boolean {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const options = [`size=${mebibytes}m`, "mode=0700", ...more].join(",");
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", folder]).status === 0;
  if (isMounted) mounts.push(folder);
  return isMounted;
}

const CAN_MOUNT = (() => {
  const folder = "/tmp/plumbline-mount-probe";
  mkdirSync(folder, { recursive: true });
  const isMounted = spawnSync("mount", ["-t", "tmpfs", "tmpfs", folder]).status === 0;
  if (isMounted) spawnSync("umount", [folder]);
  rmSync(folder, { recursive: true });
  return isMounted;
})();
const reason = CAN_MOUNT ? "" : " (skipped: this user may not mount a disk)";

/** A data folder with a store, a tenant and keys, that was closed. */
async function startedOnce(name = "data"): Promise<string> {
  const DATA_DIR = join(place, name);
  await startHere(DATA_DIR);
  return DATA_DIR;
}

/** False for the log beside a store: once that is closed, it is empty and goes a moment later. */
function isKept(file: string): boolean {
  return !/-(wal|shm)$/.test(file);
}

/** Starts in this folder without a process of its own, in a tenth of the time. Throws a refusal. */
async function startHere(DATA_DIR: string): Promise<"ready"> {
  await (await startLocalServer({ DATA_DIR, PORT: "0" }, { logSink: () => undefined })).close();
  return "ready";
}

/** Starts in this folder and returns its word: `ready`, or the one line of a refusal. */
async function start(DATA_DIR: string): Promise<string> {
  const server = processes.start({ DATA_DIR });
  const ready = server.ready().then(
    () => "ready",
    () => "ended",
  );
  if ((await ready) === "ready") {
    server.signal("SIGTERM");
    await server.ended();
    return "ready";
  }
  expect(await server.ended()).toBe(1);
  expect(server.stderr.trim().split("\n")).toHaveLength(1);
  return server.stderr;
}

describe.runIf(CAN_MOUNT)(`a disk${reason}`, () => {
  it("that is full at the first start is named before `ready`, and what was begun does no harm", async () => {
    const DATA_DIR = join(place, "small");
    mountSmallDisk(DATA_DIR, 1);
    const filler = join(DATA_DIR, "..", "small", "filler");
    spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=4k", "count=250"]);
    expect(await start(DATA_DIR)).toMatch(/^plumbline: .*(disk|full|written|writable|opened)/);
    rmSync(filler);
    expect(await start(DATA_DIR)).toBe("ready");
  });

  it("that becomes full is named at the write; reads go on, and so do writes once there is room", async () => {
    const DATA_DIR = join(place, "filling");
    mountSmallDisk(DATA_DIR, 8);
    const server = processes.start({ DATA_DIR });
    const url = await server.ready();
    const key = /plk_[\w-]{43}/.exec(server.stdout)?.[0] ?? "";
    const create = (label: string) =>
      callApi(url, key, "POST", "/api/v1/credentials", { kind: "notes", label, token: "x".repeat(3_000) });
    const filler = join(DATA_DIR, "filler");
    spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=4k"]);
    const written: string[] = [];
    let refused: Awaited<ReturnType<typeof create>> | undefined;
    for (let number = 0; number < 200 && refused === undefined; number++) {
      const answer = await create(`c${number}`);
      if (answer.status === 201) written.push(String(answer.json.id));
      else refused = answer;
    }
    expect(refused).toMatchObject({ status: 503, json: { error_code: "unavailable" } });
    for (const id of written)
      expect((await callApi(url, key, "GET", `/api/v1/credentials/${id}`)).status).toBe(200);
    rmSync(filler);
    expect((await create("room again")).status).toBe(201);
    server.signal("SIGKILL");
    await server.ended();
    expect(await start(DATA_DIR)).toBe("ready");
  });

  it("that is mounted for reading alone is named before `ready`", async () => {
    const DATA_DIR = join(place, "fixed");
    mountSmallDisk(DATA_DIR, 8);
    cpSync(await startedOnce(), DATA_DIR, { recursive: true, filter: isKept });
    spawnSync("mount", ["-o", "remount,ro", DATA_DIR]);
    expect(await start(DATA_DIR)).toMatch(/not writable. Set DATA_DIR/);
  });
});

describe("a data folder", () => {
  /** A word for each file that is missed; the others can be made anew. */
  const MISSED: Readonly<Record<string, RegExp>> = {
    "store.db": /is missing or empty, but .* from an earlier start/,
    "master-key": /master-key is missing/,
  };

  it("starts without any one of its files, or says which one is missing", async () => {
    const whole = await startedOnce();
    for (const name of readdirSync(whole).filter(isKept)) {
      const folder = join(place, `without-${name}`);
      cpSync(whole, folder, { recursive: true, filter: isKept });
      rmSync(join(folder, name));
      const missed = MISSED[name];
      if (missed === undefined) expect([name, await startHere(folder)]).toEqual([name, "ready"]);
      else expect([name, await start(folder)]).toEqual([name, expect.stringMatching(missed)]);
    }
  }, 60_000);

  it("starts with half of any one of its files, or says which one is damaged", async () => {
    const whole = await startedOnce();
    for (const [name, said] of [
      ["store.db", /store\.db is corrupt: .*Restore it from a backup/],
      ["master-key", /master-key has 16 bytes instead of 32/],
      ["store.mark", /^ready$/],
    ] as const) {
      const folder = join(place, `half-${name}`);
      cpSync(whole, folder, { recursive: true, filter: isKept });
      truncateSync(join(folder, name), name === "master-key" ? 16 : name === "store.mark" ? 8 : 40_960);
      expect([name, await start(folder)]).toEqual([name, expect.stringMatching(said)]);
    }
  }, 60_000);

  it("with another master key is named before `ready`", async () => {
    const folder = await startedOnce();
    writeFileSync(join(folder, "master-key"), Buffer.alloc(32, 7), { mode: 0o600 });
    expect(await start(folder)).toMatch(/master-key, or the setting STAGE, is not the one/);
  });
});

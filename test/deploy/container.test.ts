import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const read = (name: string) => readFileSync(join(ROOT, name), "utf8");
const dockerfile = read("deploy/Dockerfile");
const compose = read("deploy/compose.yaml");

let image: string;
let service: ChildProcess | undefined;
beforeEach(() => {
  image = mkdtempSync(join(tmpdir(), "plumbline-image-"));
});
afterEach(async () => {
  if (service?.exitCode === null && service.kill("SIGKILL")) await once(service, "exit");
  service = undefined;
  rmSync(image, { recursive: true });
});

/** The arguments of an instruction, in the form of JSON. */
function listOf(instruction: "CMD" | "HEALTHCHECK"): string[] {
  const [, list = "[]"] = new RegExp(`^${instruction}\\b.*?(\\[.*\\])$`, "m").exec(dockerfile) ?? [];
  return JSON.parse(list);
}

/** Does as the Dockerfile's COPY and `npm ci --omit=dev` do, with the packages of this checkout. */
function makeImage(): void {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = ""]) =>
    names.split(" "),
  );
  for (const name of copied) {
    mkdirSync(dirname(join(image, name)), { recursive: true });
    cpSync(join(ROOT, name), join(image, name), {
      recursive: true,
      filter: (path) => !path.endsWith("/node_modules"),
    });
  }
  const lock = JSON.parse(readFileSync(join(image, "package-lock.json"), "utf8"));
  for (const [path, { dev, link }] of Object.entries<{ dev?: true; link?: true }>(lock.packages)) {
    if (dev || link || !/^(packages\/\w+\/)?node_modules\/(@[^/]+\/)?[^/]+$/.test(path)) continue;
    mkdirSync(dirname(join(image, path)), { recursive: true });
    symlinkSync(join(ROOT, path), join(image, path));
  }
  mkdirSync(join(image, "node_modules/@plumbline"));
  for (const name of readdirSync(join(image, "packages")))
    symlinkSync(join(image, "packages", name), join(image, "node_modules/@plumbline", name));
}

async function startService(environment: Record<string, string>): Promise<string> {
  const [, ...args] = listOf("CMD");
  service = spawn(process.execPath, args, {
    cwd: image,
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  if (service.stdout === null) throw new Error("There is no output.");
  for await (const line of createInterface({ input: service.stdout })) {
    const port = /^ready http:\S+:(\d+)$/.exec(line)?.[1];
    if (port !== undefined) return port;
  }
  throw new Error("It ended before it was ready.");
}

async function checkHealth(PORT: string): Promise<number> {
  const [, ...args] = listOf("HEALTHCHECK");
  const [code] = await once(spawn(process.execPath, args, { cwd: image, env: { PORT } }), "exit");
  return code;
}

test("what the Dockerfile copies starts by its command, is healthy by its check, and stops by SIGTERM", async () => {
  makeImage();
  const data = join(image, "data");
  const port = await startService({ HOST: "127.0.0.1", PORT: "0", DATA_DIR: data, LOG_LEVEL: "error" });
  expect(await checkHealth(port)).toBe(0);
  if (service === undefined) throw new Error("It does not run.");
  const ended = once(service, "exit");
  service.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(await checkHealth(port)).toBe(1);
}, 120_000);

test("the image runs as another user than root, with its data alone in a volume", () => {
  const last = dockerfile.slice(dockerfile.lastIndexOf("\nFROM "));
  expect(last).toMatch(/^USER node$/m);
  expect(last.indexOf("USER node")).toBeLessThan(last.indexOf("CMD"));
  expect(last).toMatch(/^VOLUME \/data$/m);
  expect(last).toContain("DATA_DIR=/data");
  expect(dockerfile).not.toMatch(/:latest|^ADD |npm install/m);
  for (const line of ["read_only: true", "no-new-privileges:true", "- ALL", '"127.0.0.1:8787:8787"'])
    expect(compose).toContain(line);
});

test("every image it is built from is pinned by its digest", () => {
  const [, node = ""] = /^ARG NODE=(\S+)$/m.exec(dockerfile) ?? [];
  expect(node).toMatch(/^node:24\.\d+\.\d+-bookworm-slim@sha256:[0-9a-f]{64}$/);
  expect(dockerfile.match(/^FROM .*$/gm)?.map((line) => line.replace("$", ""))).toEqual([
    "FROM {NODE} AS packages",
    "FROM {NODE}",
  ]);
});

test("a container is bounded in memory and processes, and Docker's filter of system calls stays on", () => {
  for (const line of ["mem_limit: 1g", "memswap_limit: 1g", "pids_limit: 128"])
    expect(compose.split("\n").map((text) => text.trim())).toContain(line);
  expect(compose).not.toMatch(/^\s*- ["']?seccomp|^\s*(privileged|pid|ipc|cap_add|userns_mode):/m);
});

test("nothing of a checkout but what is copied comes near an image", () => {
  const ignored = read(".dockerignore").split("\n");
  expect(ignored).toContain("*");
  const kept = ignored.filter((line) => line.startsWith("!")).map((line) => line.slice(1));
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, names = ""]) =>
    names.split(" "),
  );
  expect(kept.toSorted()).toEqual(copied.toSorted());
});

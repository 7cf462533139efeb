import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const UNIT = join(ROOT, "deploy/plumbline.service");
const unit = readFileSync(UNIT, "utf8");
const HAS_SYSTEMD = spawnSync("systemd-analyze", ["--version"]).status === 0;
/** Debian's python3-seccomp: it starts a process under a filter where systemd does not run. */
const HAS_SECCOMP = spawnSync("/usr/bin/python3", ["-c", "import seccomp"]).status === 0;

/** Runs a command that may make the system calls named on stdin; others fail with EPERM. */
const FILTERED = `
import errno, os, sys, seccomp
calls = seccomp.SyscallFilter(defaction=seccomp.ERRNO(errno.EPERM))
for name in sys.stdin.read().split():
    try: calls.add_rule(seccomp.ALLOW, name)
    except (RuntimeError, ValueError): pass # unknown on this architecture
calls.load()
os.execv(sys.argv[1], sys.argv[1:])
`;

/** The calls that the unit's SystemCallFilter lines leave, as systemd resolves their groups. */
function allowedCalls(): string[] {
  const { stdout } = spawnSync("systemd-analyze", ["--no-pager", "syscall-filter"], { encoding: "utf8" });
  const groups = new Map<string, string[]>();
  let group = "";
  for (const line of stdout.split("\n").filter((text) => !text.trim().startsWith("#"))) {
    if (line.startsWith("@")) group = line.trim();
    else if (line.trim() !== "") groups.set(group, [...(groups.get(group) ?? []), line.trim()]);
  }
  const callsOf = (name: string): string[] =>
    name.startsWith("@") ? (groups.get(name) ?? []).flatMap(callsOf) : [name];
  const allowed = new Set(callsOf("@default"));
  for (const [, refused, names = ""] of unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
    for (const call of names.split(" ").flatMap(callsOf))
      if (refused) allowed.delete(call);
      else allowed.add(call);
  }
  return [...allowed];
}

test.runIf(HAS_SYSTEMD)(
  HAS_SYSTEMD ? "systemd takes the unit" : "systemd takes the unit (skipped: no systemd-analyze here)",
  () => {
    const place = mkdtempSync(join(tmpdir(), "plumbline-unit-"));
    try {
      const path = join(place, "plumbline.service");
      // What it starts must be there, and Node is elsewhere on this machine.
      writeFileSync(path, unit.replace("/usr/bin/node", process.execPath));
      const { status, stderr } = spawnSync("systemd-analyze", ["verify", "--man=no", path], {
        encoding: "utf8",
      });
      expect(stderr.split("\n").filter((line) => line.includes("plumbline.service"))).toEqual([]);
      expect(status).toBe(0);
    } finally {
      rmSync(place, { recursive: true });
    }
  },
);

/** The exposure that systemd computes of what a unit may do, from 0 to 10. */
test.runIf(HAS_SYSTEMD)("systemd finds the unit little exposed", () => {
  const { stdout } = spawnSync("systemd-analyze", ["security", "--offline=true", UNIT], { encoding: "utf8" });
  const [, exposure] = /Overall exposure level for plumbline\.service: ([\d.]+)/.exec(stdout) ?? [];
  expect(Number(exposure)).toBeLessThan(2);
});

test.runIf(HAS_SYSTEMD && HAS_SECCOMP)(
  "the service works under the unit's filter of system calls",
  async () => {
    const data = mkdtempSync(join(tmpdir(), "plumbline-filtered-"));
    const command = [process.execPath, join(ROOT, "packages/cli/bin/plumbline.js"), "serve"];
    const service = spawn("/usr/bin/python3", ["-c", FILTERED, ...command], {
      env: { HOST: "127.0.0.1", PORT: "0", DATA_DIR: data, LOG_LEVEL: "error", PATH: process.env.PATH },
      stdio: ["pipe", "pipe", "inherit"],
    });
    try {
      service.stdin.end(allowedCalls().join(" "));
      let url: string | undefined;
      for await (const line of createInterface({ input: service.stdout })) {
        url = /^ready (http:\S+)$/.exec(line)?.[1];
        if (url !== undefined) break;
      }
      expect(readFileSync(`/proc/${service.pid}/status`, "utf8")).toMatch(/^Seccomp:\t2$/m);
      const headers = { authorization: `Bearer ${readFileSync(join(data, "dev-api-key"), "utf8").trim()}` };
      for (const path of ["/readyz", "/api/v1/tools", "/api/v1/credentials"])
        expect((await fetch(`${url}${path}`, { headers })).status).toBe(200);
      const ended = once(service, "exit");
      service.kill("SIGTERM");
      expect(await ended).toEqual([0, null]);
    } finally {
      service.kill("SIGKILL");
      rmSync(data, { recursive: true });
    }
  },
  60_000,
);

test("the unit bounds memory and threads, and filters system calls", () => {
  for (const line of ["MemoryMax=1G", "MemorySwapMax=0", "TasksMax=128", "SystemCallFilter=@system-service"])
    expect(unit.split("\n")).toContain(line);
});

test("the unit runs as a user of its own, and may write to its own folder alone", () => {
  for (const line of [
    "User=plumbline",
    "ProtectSystem=strict",
    "NoNewPrivileges=yes",
    "StateDirectoryMode=0700",
  ])
    expect(unit.split("\n")).toContain(line);
  expect(unit).toContain("Environment=DATA_DIR=/var/lib/plumbline");
});

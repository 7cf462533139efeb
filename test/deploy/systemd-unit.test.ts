import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const unit = readFileSync(fileURLToPath(new URL("../../deploy/plumbline.service", import.meta.url)), "utf8");
const HAS_SYSTEMD = spawnSync("systemd-analyze", ["--version"]).status === 0;

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

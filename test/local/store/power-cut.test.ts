import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { seededRandom } from "../../support/seeded-random.ts";
import { startedForFile } from "../../support/started.ts";
import { findLosses, HAS_STRACE, openCrashStage } from "./crash-stage.ts";

/** `CRASHES=500 npm run test:endurance -- test/local/store/power-cut.test.ts` for more. */
const CRASHES = Number(process.env.CRASHES ?? 50);
/** Writes of each kind; the many fill the log, so that SQLite moves it into the file meanwhile. */
const WRITES = CRASHES > 100 ? 200 : 12;

const stage = startedForFile(openCrashStage);

const title = HAS_STRACE ? "a power cut" : "a power cut (skipped: no strace here)";

describe.runIf(HAS_STRACE)(title, () => {
  it.each(["nothing that was not synced", "some of what was not synced"])(
    "at a sync leaves %s on the disk, and all that was acknowledged",
    async (left) => {
      const disk = new Disk();
      const random = seededRandom(left);
      const cuts: { files: ReadonlyMap<string, Buffer>; said: number; at: string }[] = [];
      const said: string[] = [];
      const cut = (at: string) => {
        const isLucky = left.startsWith("some") ? () => random.fraction() < 0.5 : () => false;
        cuts.push({ files: disk.afterPowerCut(isLucky), said: said.length, at });
      };
      for (const call of await callsOfOneRun(left.split(" ")[0] ?? "")) {
        if (call.name === "say")
          said.push(...call.text.split("\n").filter((line) => line.endsWith(" written")));
        else if (call.name === "sync") {
          cut(`before sync ${cuts.length} of ${call.file}`);
          disk.sync(call.file);
        } else disk.change(call);
      }
      cut("at the end");
      expect(said).toHaveLength(3 * WRITES);
      expect(cuts.length).toBeGreaterThan(WRITES);
      const step = Math.max(1, Math.floor((2 * cuts.length) / CRASHES));
      for (let index = 0; index < cuts.length; index += step) {
        const { files, said: count, at } = cuts[index] ?? { files: new Map(), said: 0, at: "" };
        const folder = join(stage.place, "after");
        mkdirSync(folder, { mode: 0o700 });
        for (const [name, content] of files) writeFileSync(join(folder, name), content, { mode: 0o600 });
        const acknowledged = said.slice(0, count).map((line) => `1 ${line}`);
        expect(await findLosses(folder, acknowledged), at).toEqual([]);
        rmSync(folder, { recursive: true });
      }
    },
    1_800_000,
  );
});

type Change =
  | { name: "write"; file: string; bytes: Buffer; position: number }
  | { name: "truncate"; file: string; length: number };

type Call = Change | { name: "sync"; file: string } | { name: "say"; text: string };

/** Files as the disk has them, and what was written to each since it was last synced. */
class Disk {
  readonly #synced = new Map<string, Buffer>();
  readonly #pending = new Map<string, Change[]>();

  change(change: Change): void {
    this.#pending.set(change.file, [...(this.#pending.get(change.file) ?? []), change]);
  }

  sync(file: string): void {
    this.#synced.set(
      file,
      this.#after(file, () => true),
    );
    this.#pending.delete(file);
  }

  /** Every file, with those changes of the last ones that were lucky. */
  afterPowerCut(isLucky: () => boolean): ReadonlyMap<string, Buffer> {
    const files = [...new Set([...this.#synced.keys(), ...this.#pending.keys()])];
    return new Map(files.map((file) => [file, this.#after(file, isLucky)]));
  }

  #after(file: string, isKept: () => boolean): Buffer {
    let content = this.#synced.get(file) ?? Buffer.alloc(0);
    for (const change of this.#pending.get(file) ?? []) {
      if (!isKept()) continue;
      const end = change.name === "truncate" ? change.length : change.position + change.bytes.length;
      const size = change.name === "truncate" ? end : Math.max(content.length, end);
      const next = Buffer.alloc(size);
      content.copy(next, 0, 0, size);
      if (change.name === "write") change.bytes.copy(next, change.position);
      content = next;
    }
    return content;
  }
}

const CALL = /^\d+\s+(?:<\.\.\. )?(\w+)(?:\((\d+)<([^>]*)>(?:, (.*))?| resumed>)/;

/** Lists what the writer did to its files and said, in order. A sync counts once it has come back. */
async function callsOfOneRun(name: string): Promise<Call[]> {
  const folder = stage.folder(name);
  const log = join(stage.place, `${name}.log`);
  const traced = "trace=pwrite64,write,ftruncate,fsync,fdatasync";
  await stage.write([folder, "1", String(WRITES)], {
    command: ["strace", "-f", "-y", "-qq", "-xx", "-s", "70000", "-o", log, "-e", traced],
  });
  /** Of each thread, the file whose sync has not come back yet. */
  const syncing = new Map<string, string>();
  return readFileSync(log, "latin1")
    .split("\n")
    .flatMap((line): Call[] => {
      const [, call = "", number, path = "", rest = ""] = CALL.exec(line) ?? [];
      const thread = line.split(" ", 1)[0] ?? "";
      if (line.includes(" resumed>")) {
        const file = syncing.get(thread);
        syncing.delete(thread);
        return /^f(data)?sync$/.test(call) && file !== undefined ? [{ name: "sync", file }] : [];
      }
      const [, text = "", more = ""] = /^"((?:\\x[0-9a-f]{2})*)"(.*)$/.exec(rest) ?? [];
      if (call === "write" && number === "1") return [{ name: "say", text: bytesOf(text).toString() }];
      const file = basename(bytesOf(path).toString());
      if (!/^store\.(db|db-wal|mark)$/.test(file)) return [];
      if (call === "pwrite64")
        return [
          { name: "write", file, bytes: bytesOf(text), position: Number(/, \d+, (\d+)/.exec(more)?.[1]) },
        ];
      if (call === "ftruncate") return [{ name: "truncate", file, length: Number.parseInt(rest, 10) }];
      if (!/^f(data)?sync$/.test(call)) return [];
      if (!line.includes("<unfinished")) return [{ name: "sync", file }];
      syncing.set(thread, file);
      return [];
    });
}

function bytesOf(escaped: string): Buffer {
  return Buffer.from(escaped.replaceAll("\\x", ""), "hex");
}

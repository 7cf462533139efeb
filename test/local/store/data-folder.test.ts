import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { prepareDataFolder } from "@plumbline/local/store/data-folder.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { writePrivateFile } from "../../../packages/local/keys/key-file.ts";

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "plumbline-folder-"));
});
afterEach(() => rmSync(place, { recursive: true }));

describe("prepareDataFolder", () => {
  it("makes a folder that is its owner's alone, and takes one that is there", () => {
    const folder = join(place, "deep", "folder");
    prepareDataFolder(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(() => prepareDataFolder(folder)).not.toThrow();
  });

  it.each([0o755, 0o777, 0o710, 0o701])("closes one of mode %o that was there before", (mode) => {
    for (const inside of [[], ["master-key"], ["store", "something-else"]]) {
      const folder = join(place, `folder-${inside.length}`);
      mkdirSync(folder);
      for (const name of inside) writeFileSync(join(folder, name), "", { mode: 0o600 });
      chmodSync(folder, mode);
      prepareDataFolder(folder);
      expect(statSync(folder).mode & 0o777).toBe(0o700);
    }
  });

  it("refuses an open one that is full of something else, and leaves it as it was", () => {
    chmodSync(place, 0o755);
    writeFileSync(join(place, "letters.txt"), "");
    expect(() => prepareDataFolder(place)).toThrow(ConfigurationError);
    expect(() => prepareDataFolder(place)).toThrow(
      `The data folder ${place} is accessible to other users and contains other files. Set DATA_DIR to a separate folder, or restrict access: chmod 700.`,
    );
    expect(statSync(place).mode & 0o777).toBe(0o755);
    chmodSync(place, 0o700);
    expect(() => prepareDataFolder(place)).not.toThrow();
  });

  // Only root can give a folder away.
  it.runIf(process.getuid?.() === 0)("refuses one of another user", () => {
    chownSync(place, 4711, 4711);
    expect(() => prepareDataFolder(place)).toThrow(ConfigurationError);
    expect(() => prepareDataFolder(place)).toThrow(`The data folder ${place} belongs to another user`);
    chownSync(place, 0, 0);
  });

  it.each(["dev-api-key", "operator-key"])("refuses a %s that others can read", (name) => {
    const file = join(place, name);
    writeFileSync(file, "plk_", { mode: 0o600 });
    expect(() => prepareDataFolder(place)).not.toThrow();
    chmodSync(file, 0o640);
    expect(() => prepareDataFolder(place)).toThrow(
      `${file} is accessible to other users of this machine. Restrict access: chmod 600.`,
    );
  });

  it("refuses a place that cannot be written to", () => {
    writeFileSync(join(place, "file"), "");
    for (const folder of [join(place, "file"), join(place, "file", "below")]) {
      expect(() => prepareDataFolder(folder)).toThrow(ConfigurationError);
      expect(() => prepareDataFolder(folder)).toThrow(`${folder} is not writable. Set DATA_DIR`);
    }
  });
});

describe("writePrivateFile", () => {
  it("writes a whole file of mode 0600 and replaces none", () => {
    const path = join(place, "key");
    writePrivateFile(path, "first");
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(() => writePrivateFile(path, "second")).toThrow(/EEXIST/);
    expect(readFileSync(path, "utf8")).toBe("first");
    expect(readdirSync(place)).toEqual(["key"]);
  });
});

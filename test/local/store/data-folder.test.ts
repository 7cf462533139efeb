import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";
import { prepareDataFolder } from "@plumbline/local/store/data-folder.ts";
import { writePrivateFile } from "@plumbline/local/store/private-file.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

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

  it("refuses a place that cannot be written to", () => {
    writeFileSync(join(place, "file"), "");
    for (const folder of [join(place, "file"), join(place, "file", "below")]) {
      expect(() => prepareDataFolder(folder)).toThrow(ConfigurationError);
      expect(() => prepareDataFolder(folder)).toThrow(`${folder} is not writable; set DATA_DIR`);
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

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addAliases, addEnvFile } from "../../packages/cli/env-file.ts";
import { plumblineProcess } from "./plumbline-process.ts";

let place: string;
let path: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "plumbline-env-"));
  path = join(place, ".env");
});
afterEach(() => rmSync(place, { recursive: true }));

test("a file adds settings, and never replaces what is set, be it empty", () => {
  writeFileSync(
    path,
    '# the model\nMODEL_ID="a model"\nPORT=9000\nexport STAGE=dev\nLOG_LEVEL=debug # loud\n',
  );
  const environment = { PORT: "8000", LOG_LEVEL: "" };
  expect(addEnvFile(environment, path)).toEqual({
    MODEL_ID: "a model",
    PORT: "8000",
    STAGE: "dev",
    LOG_LEVEL: "",
  });
});

test("a search key may be set under the provider's own name, and the setting's name wins", () => {
  expect(addAliases({ BRAVE_API_KEY: "brave", TAVILY_API_KEY: "tavily" })).toMatchObject({
    SEARCH_A_API_KEY: "brave",
    SEARCH_B_API_KEY: "tavily",
  });
  const own = { BRAVE_API_KEY: "brave", SEARCH_A_API_KEY: "" };
  expect(addAliases(own)).toEqual(own);
});

test("it does not say where the command line sends its key", () => {
  writeFileSync(path, "PLUMBLINE_URL=http://evil.example\nPLUMBLINE_API_KEY=plk_x\nDATA_DIR=here\n");
  expect(addEnvFile({}, path)).toEqual({ DATA_DIR: "here" });
});

test("none, or a folder of that name, adds nothing", () => {
  const environment = { PORT: "1" };
  expect(addEnvFile(environment, path)).toBe(environment);
  mkdirSync(path);
  expect(addEnvFile(environment, path)).toBe(environment);
});

test("one that cannot be read is refused", () => {
  writeFileSync(join(place, "file"), "");
  expect(() => addEnvFile({}, join(place, "file", ".env"))).toThrow(ConfigurationError);
});

test.each([
  ["a line without =", "A=1\nsecret\nB=2", 2],
  ["a name with a space", "# keys\n\nMY KEY=secret", 3],
  ["a colon instead of =", "A: secret", 1],
  ["quotes that are not closed", "A='x\ny'\nB=\"secret\nC=1", 3],
  ["text after the quotes", 'A="secret" secret', 1],
])("%s is refused with its number, without its content", (_what, text, line) => {
  writeFileSync(path, text);
  expect(() => addEnvFile({}, path)).toThrow(ConfigurationError);
  expect(() => addEnvFile({}, path)).toThrow(new RegExp(`\\.env, line ${line}: (?!.*secret)`));
});

test("comments, empty values, line ends of Windows and values of several lines are settings", () => {
  writeFileSync(path, "  # keys\r\nA=\r\nB = it's # c\r\nC=\"x\ny=\" # c\nD='#'\n\n");
  expect(addEnvFile({}, path)).toEqual({ A: "", B: "it's", C: "x\ny=", D: "#" });
});

test("a start reads the one of its folder", async () => {
  writeFileSync(path, "PORT=many\nLOG_LEVEL=loud\n");
  const environment = { LOG_LEVEL: "info" };
  const { ended } = plumblineProcess(["serve"], { environment, shell: `cd '${place}' && exec "$@"` });
  const { code, err } = await ended;
  expect(code).toBe(1);
  expect(err).toContain("PORT must be a whole number");
  expect(err).not.toContain("LOG_LEVEL");
});

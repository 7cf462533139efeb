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

test("a start reads the one of its folder", async () => {
  writeFileSync(path, "PORT=many\nLOG_LEVEL=loud\n");
  const environment = { LOG_LEVEL: "info" };
  const { ended } = plumblineProcess(["serve"], { environment, shell: `cd '${place}' && exec "$@"` });
  const { code, err } = await ended;
  expect(code).toBe(1);
  expect(err).toContain("PORT must be a whole number");
  expect(err).not.toContain("LOG_LEVEL");
});

import { readFileSync } from "node:fs";
import { SERVICE_ERROR_STATUS } from "@plumbline/core/errors/service-error.ts";
import { expect, test } from "vitest";
import { dispatchErrorCode } from "../../packages/http/endpoints/call-schemas.ts";

const page = readFileSync(new URL("../../docs/errors.md", import.meta.url), "utf8");
const rows = Array.from(page.matchAll(/^\| `(\w+)` \|(?: (\d{3}) \|)?/gm), ([, code = "", status]) => ({
  code,
  status,
})).filter(({ code }) => code !== "code" && code !== "error_code");

test("every code of the service is explained, and none that it does not have", () => {
  const ofClient = ["unreachable", "broken_off", "unreadable"];
  const codes = [...dispatchErrorCode.options, ...Object.keys(SERVICE_ERROR_STATUS), ...ofClient];
  expect(rows.map(({ code }) => code).toSorted()).toEqual(codes.toSorted());
});

test("the status of each problem is the one that is answered", () => {
  const told = rows.filter(({ status }) => status !== undefined);
  const answered: Record<string, number> = SERVICE_ERROR_STATUS;
  expect(told.map(({ code, status }) => [code, Number(status)])).toEqual(
    told.map(({ code }) => [code, answered[code]]),
  );
});

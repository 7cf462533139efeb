import type { Message } from "@plumbline/sandbox/server/reply.ts";
import { afterEach, expect, test } from "vitest";
import { BackendFailure } from "../../../packages/grounding/research/backends/search-backend.ts";
import { alteredBodies } from "../../adapters/without-each-field.ts";
import { startedForFile } from "../../support/started.ts";
import { startSearchSandbox } from "./search-sandbox.ts";

const sandbox = startedForFile(startSearchSandbox);

afterEach(() => sandbox.clear());

function search(letter: string) {
  const [only] = sandbox.backends(letter);
  return only?.search({ query: "Who was Ada Lovelace?", timeoutMs: 8_000 }) ?? expect.fail("no backend");
}

/**
 * Of a search's answer the list of results is needed, so that the next backend is asked instead of nothing
 * being found. A missing `web` is the first search's way to say that; an unreadable one is not.
 */
test.each([
  ["a", ["all", "web.results"]],
  ["b", ["all", "results"]],
  ["c", ["all", "results"]],
] as const)("search_%s without each field of its answer", async (letter, required) => {
  let whole: Message = {};
  sandbox.servers[letter].scriptAlways("", async (request, handle) => {
    const reply = await handle(request);
    if (!("fault" in reply)) whole = reply;
    return reply;
  });
  const { hits } = await search(letter);
  const problems: string[] = [];
  for (const { path, how, body } of alteredBodies(whole.json)) {
    sandbox.servers[letter].scriptAlways("", { ...whole, json: body });
    const what = `${path.join(".") || "all"} ${how}`;
    const found = await search(letter).catch((error: unknown) => error);
    const mayFail = required.some((field) => what.startsWith(`${field} `)) || what === "web of another type";
    if (found instanceof BackendFailure) {
      if (!mayFail) problems.push(`${what}: ${found.message}`);
    } else if (found instanceof Error) problems.push(`${what}: ${found}`);
    else if (path.length > 2 && sizeOf(found) < hits.length - 1) problems.push(`${what}: hides other hits`);
  }
  expect(problems).toEqual([]);
});

function sizeOf(answer: unknown): number {
  return typeof answer === "object" && answer !== null && "hits" in answer && Array.isArray(answer.hits)
    ? answer.hits.length
    : 0;
}

import { json } from "@plumbline/sandbox/server/reply.ts";
import { startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import { afterEach } from "vitest";
import { startedForFile } from "../support/started.ts";
import { plumbline, type Run, type RunOptions } from "./fake-terminal.ts";

type Handle = Parameters<typeof startScriptedServer>[0]["handle"];

/** A service with scripted answers for one file's tests, and a function that runs a command against it. */
export function scriptedService(word: string, handle: Handle = () => json({}, 404)) {
  const server = startedForFile(() => startScriptedServer({ name: "service", handle }));
  afterEach(() => server.clear());
  const run = (args: readonly string[], options: RunOptions = {}): Promise<Run> => {
    const environment = { PLUMBLINE_URL: server.url, PLUMBLINE_API_KEY: "plk_x", ...options.environment };
    return plumbline([...word.split(" "), ...args], { ...options, environment });
  };
  return { server, run };
}

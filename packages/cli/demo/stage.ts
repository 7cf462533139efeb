import type { Sandbox } from "@plumbline/sandbox/start-sandbox.ts";
import type { ApiClient } from "../api-client.ts";
import type { DemoClock } from "./demo-clock.ts";
import type { Narrator } from "./narrator.ts";

/** What every scene plays on: the running service by its HTTP API, and the sandbox providers behind it. */
export interface Stage {
  narrator: Narrator;
  api: ApiClient;
  sandbox: Sandbox;
  /** The service's. */
  clock: DemoClock;
}

/** A scene of the demo. It throws when the service does not do what the scene is there to show. */
export type Scene = (stage: Stage) => Promise<void>;

/** Stops the demo where an answer is not the promised one: a demo that goes on regardless would show nothing. */
export function expectThat(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`The demo expected ${what}.`);
}

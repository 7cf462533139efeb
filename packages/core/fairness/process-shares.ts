import type { Clock } from "../clock/clock.ts";
import type { Metrics } from "../metrics/metrics.ts";
import { type Leave, type PlaceRequest, type SharedBy, Shares } from "./shares.ts";

/** Places of one process, by what they are for; docs/limits.md lists them. */
const PLACES: Readonly<Record<SharedBy, number>> = {
  calls: 1_024,
  origin: 256,
  runs: 256,
  research: 64,
  model: 256,
};

/** Requests that may be under way to one origin that answers both tool calls and questions to the model. */
export const PLACES_AT_ONE_ORIGIN = PLACES.origin + PLACES.model;

/** Requests of one tenant that may wait for a place, and for how long. */
const LONGEST_QUEUE = 64;
const LONGEST_WAIT_MS = 5_000;

/** Everything that the tenants of one process share. */
export interface ProcessShares {
  calls: Shares;
  origins: OriginShares;
  /** Streamed runs of the agent. */
  runs: Shares;
  /** Completions, and research that a tool call asks for. */
  research: Shares;
  model: Shares;
}

/** Makes the shares of a process; one set for all of its requests. */
export function processShares({
  clock,
  metrics,
}: {
  clock: Clock;
  metrics?: Metrics | undefined;
}): ProcessShares {
  const shares = (name: SharedBy) =>
    new Shares({
      ...{ name, most: PLACES[name], longestQueue: LONGEST_QUEUE, longestWaitMs: LONGEST_WAIT_MS },
      ...{ clock, metrics },
    });
  return {
    calls: shares("calls"),
    origins: new OriginShares(() => shares("origin")),
    runs: shares("runs"),
    research: shares("research"),
    model: shares("model"),
  };
}

/** Shares of every origin by itself: a host that hangs holds up nothing that goes elsewhere. */
export class OriginShares {
  readonly #open: () => Shares;
  readonly #byOrigin = new Map<string, Shares>();

  constructor(open: () => Shares) {
    this.#open = open;
  }

  /** Origins that are in use. */
  get size(): number {
    return this.#byOrigin.size;
  }

  /** Enters the shares of one origin, as `Shares.enter` does. */
  async enter(origin: string, request: PlaceRequest): Promise<Leave> {
    const shares = this.#byOrigin.get(origin) ?? this.#open();
    this.#byOrigin.set(origin, shares);
    try {
      const leave = await shares.enter(request);
      return () => {
        leave();
        this.#forgetIfIdle(origin, shares);
      };
    } catch (error) {
      this.#forgetIfIdle(origin, shares);
      throw error;
    }
  }

  #forgetIfIdle(origin: string, shares: Shares): void {
    const { held, waiting } = shares.load;
    if (held === 0 && waiting === 0 && this.#byOrigin.get(origin) === shares) this.#byOrigin.delete(origin);
  }
}

import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Random } from "@plumbline/core/clock/clock.ts";

/** One started writer. */
export interface Writer {
  /** Lets so many of its requests through, or as many as it still makes. */
  turns(count: number): Promise<void>;
}

interface Actor {
  /** Each lets one of the actor's requests through. Reads that it makes together wait together. */
  waiting: (() => void)[];
  underWay: number;
  done: boolean;
}

/**
 * Runs several writers on one table with their requests interleaved by a seed, one at a time. A writer that
 * crashes gets no further turn: its process is dead, its promise never settles.
 */
export class Interleaver {
  readonly #client: DynamoDBClient;
  readonly #random: Random;
  readonly #actors: Actor[] = [];

  constructor(client: DynamoDBClient, random: Random) {
    this.#client = client;
    this.#random = random;
  }

  /** Starts a writer; `onEnd` gets its answer unless it crashed. */
  start<T>(write: (client: DynamoDBClient) => Promise<T>, onEnd: (answer: T) => void): Writer {
    const actor: Actor = { waiting: [], underWay: 0, done: false };
    this.#actors.push(actor);
    const client = Object.create(this.#client, {
      send: {
        value: async (command: Parameters<DynamoDBClient["send"]>[0]) => {
          await new Promise<void>((resolve) => actor.waiting.push(resolve));
          try {
            return await this.#client.send(command);
          } finally {
            actor.underWay -= 1;
          }
        },
      },
    }) as DynamoDBClient;
    void write(client).then((answer) => {
      actor.done = true;
      onEnd(answer);
    });
    return {
      turns: async (count) => {
        for (let turn = 0; turn < count; turn++) {
          await this.#settled();
          take(actor);
        }
        await this.#settled();
      },
    };
  }

  /** Gives turns until all have ended or crashed; before each turn a writer crashes with the given chance. */
  async run(chanceOfCrash: number): Promise<void> {
    for (;;) {
      await this.#settled();
      const waiting = this.#actors.filter((actor) => !actor.done);
      const actor = waiting[Math.floor(this.#random.fraction() * waiting.length)];
      if (!actor) return;
      if (this.#random.fraction() < chanceOfCrash) {
        actor.done = true;
        continue;
      }
      take(actor);
    }
  }

  /** Waits until every living actor has ended or waits for its turn. */
  async #settled(): Promise<void> {
    while (
      this.#actors.some(({ done, waiting, underWay }) => !done && (waiting.length === 0 || underWay > 0))
    )
      await new Promise(setImmediate);
  }
}

function take(actor: Actor): void {
  const go = actor.waiting.shift();
  if (!go) return;
  actor.underWay += 1;
  go();
}

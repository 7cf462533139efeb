import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

interface Closing {
  close(): unknown;
}

/** Starts something before the first test of a file and closes it after the last. */
export function startedForFile<Thing extends Closing>(start: () => Promise<Thing> | Thing): Thing {
  let current: Thing | undefined;
  beforeAll(async () => {
    current = await start();
  });
  afterAll(() => current?.close());
  return forwardTo(() => current);
}

/** Starts something before each test of a file and closes it after the test. */
export function startedForEach<Thing extends Closing>(start: () => Promise<Thing> | Thing): Thing {
  let current: Thing | undefined;
  beforeEach(async () => {
    current = await start();
  });
  afterEach(() => current?.close());
  return forwardTo(() => current);
}

/** Returns an object that forwards each access to what is running at that time. */
function forwardTo<Thing extends object>(current: () => Thing | undefined): Thing {
  const running = () => {
    const thing = current();
    if (!thing) throw new Error("It is started before a test: use it in tests and hooks only.");
    return thing;
  };
  return new Proxy({} as Thing, {
    get: (_target, name) => Reflect.get(running(), name),
    set: (_target, name, value) => Reflect.set(running(), name, value),
    has: (_target, name) => Reflect.has(running(), name),
    ownKeys: () => Reflect.ownKeys(running()),
    getOwnPropertyDescriptor: (_target, name) => Reflect.getOwnPropertyDescriptor(running(), name),
  });
}

/** Types for the internals of dynalite 4.0.0 that this folder uses. The package has no types of its own. */
declare module "dynalite/db" {
  type Attributes = Record<string, unknown>;
  type Done<T = unknown> = (error: Error | null, value?: T) => void;
  type RefusedError = Error & { statusCode: number; body: unknown };

  /** Opaque here. */
  export interface DynaliteTable {
    readonly TableName: string;
  }

  interface ItemDb {
    get(key: string, done: Done<Attributes>): void;
    put(key: string, item: Attributes, done: Done): void;
    del(key: string, done: Done): void;
    /** Calls `take` with a function that wraps a callback so that it first releases all the keys. */
    lock(keys: readonly string[], take: (release: (done: () => void) => () => void) => void): void;
  }

  export interface DynaliteStore {
    db: { open(): Promise<void>; close(): Promise<void> };
    getTable(name: string, done: Done<DynaliteTable>): void;
    getItemDb(table: string): ItemDb;
  }

  export interface DynaliteOptions {
    createTableMs?: number;
  }

  export function create(options: DynaliteOptions): DynaliteStore;
  export function createKey(item: Attributes, table: DynaliteTable): string;
  export function validateItem(item: Attributes, table: DynaliteTable): RefusedError | undefined;
  export function validateKey(key: Attributes, table: DynaliteTable): RefusedError | undefined;
  /** Returns the error of a condition that is not met. */
  export function checkConditional(action: object, stored?: Attributes): RefusedError | null | undefined;
  export function updateIndexes(
    store: DynaliteStore,
    table: DynaliteTable,
    before: Attributes | undefined,
    after: Attributes | null,
    done: Done,
  ): void;
}

declare module "dynalite/validations" {
  export function checkTypes(data: unknown, types: unknown): unknown;
  export function checkValidations(data: unknown, types: unknown, custom: unknown, store: unknown): void;
}

/**
 * The inside of dynalite 4.0.0, as far as embedded-request-handler.ts and embedded-table.ts use it; the
 * package has no types of its own.
 */
declare module "dynalite/db" {
  export interface DynaliteStore {
    /** LevelDB, or its double in memory. `open` rejects with a `cause` whose `code` is LevelDB's. */
    db: { open(): Promise<void>; close(): Promise<void> };
    tableDb: {
      put(key: string, value: unknown, callback: (error: Error | null) => void): void;
      del(key: string, callback: (error: Error | null) => void): void;
    };
  }

  export interface DynaliteOptions {
    path?: string;
    createTableMs?: number;
  }

  export function create(options: DynaliteOptions): DynaliteStore;
}

declare module "dynalite/validations" {
  export function checkTypes(data: unknown, types: unknown): unknown;
  export function checkValidations(data: unknown, types: unknown, custom: unknown, store: unknown): void;
}

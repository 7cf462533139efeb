/**
 * The inside of dynalite 4.0.0, as far as embedded-request-handler.ts and embedded-table.ts use it; the
 * package has no types of its own.
 */
declare module "dynalite/db" {
  export interface DynaliteStore {
    db: { open(): Promise<void>; close(): Promise<void> };
  }

  export interface DynaliteOptions {
    createTableMs?: number;
  }

  export function create(options: DynaliteOptions): DynaliteStore;
}

declare module "dynalite/validations" {
  export function checkTypes(data: unknown, types: unknown): unknown;
  export function checkValidations(data: unknown, types: unknown, custom: unknown, store: unknown): void;
}

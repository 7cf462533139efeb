import { ServiceError } from "../errors/service-error.ts";

/**
 * Reads a record before it is ended. Returns `undefined` if the record is missing or its signature is
 * invalid, so that it can be ended by its key alone. Rethrows any other error.
 */
export async function readable<R>(reading: Promise<R | undefined>): Promise<R | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ServiceError && ["not_found", "store_damaged"].includes(error.code))
      return undefined;
    throw error;
  }
}

import { ServiceError } from "../errors/service-error.ts";

/**
 * Reads a record that is about to be ended. Returns `undefined` if the record is missing or its signature is
 * invalid, so that it can be ended by its key alone. Rethrows other errors.
 */
export async function skipUnreadable<R>(reading: Promise<R | undefined>): Promise<R | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof ServiceError && ["not_found", "store_damaged"].includes(error.code))
      return undefined;
    throw error;
  }
}

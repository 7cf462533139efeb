import { ServiceError } from "../errors/service-error.ts";

/**
 * Waits for a record that somebody is about to end. Returns `undefined` where no record verifies: then it is
 * ended by its key alone. Rethrows any other error.
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

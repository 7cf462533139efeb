import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";

/**
 * What is made from the environment. A ConfigurationError's message goes to the log on its way out: it names settings, never their
 * values, and no log line could carry it.
 */
export function configured<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    if (error instanceof ConfigurationError) process.stderr.write(`${error.message}\n`);
    throw error;
  }
}

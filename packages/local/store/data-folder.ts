import { accessSync, constants, mkdirSync } from "node:fs";
import { ConfigurationError } from "@plumbline/core/errors/configuration-error.ts";

/** Makes the data folder (mode 0700) if it is not there. Throws ConfigurationError when it cannot be written to. */
export function prepareDataFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new ConfigurationError(`The data folder ${folder} is not writable; set DATA_DIR to one that is.`, {
      cause,
    });
  }
}

/**
 * A setting, a file or a place the service cannot start with. `message` names it and says what would be
 * right.
 */
export class ConfigurationError extends Error {
  override readonly name = "ConfigurationError";
}

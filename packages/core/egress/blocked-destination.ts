/**
 * A destination that a tenant or a model chose and that the guard refuses. The message never tells what a name resolved to:
 * that would map the inside of the network for whoever asks.
 */
export class BlockedDestinationError extends Error {
  override readonly name = "BlockedDestinationError";
  readonly code = "PLUMBLINE_BLOCKED_DESTINATION";
}

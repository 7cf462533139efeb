/** Arguments of one tool. Those under `valid` hold the examples that its descriptions give. */
export interface ArgumentSamples {
  valid: Record<string, unknown>[];
  /** Arguments that the schema for models already refuses. */
  wrong: Record<string, unknown>[];
  /** Arguments that the dispatcher refuses although that schema allows them. */
  unsaid: Record<string, unknown>[];
}

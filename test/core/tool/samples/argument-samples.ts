/** Arguments of one tool. Those under `valid` hold the examples that its descriptions give. */
export interface ArgumentSamples {
  valid: Record<string, unknown>[];
  /** What the schema that models are told refuses already. */
  wrong: Record<string, unknown>[];
  /** What the dispatcher refuses and that schema does not. */
  unsaid: Record<string, unknown>[];
}

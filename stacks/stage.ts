/** Stages that hold real tenants' data: nothing of theirs is removed with the stack. */
const KEPT_STAGES = ["prod", "production"];

/**
 * The form the settings accept for `STAGE`; checked before anything is made under a name the functions would
 * refuse.
 */
export function checkStage(stage: string): void {
  if (/^[a-z][a-z0-9-]{0,31}$/.test(stage)) return;
  throw new Error(`The stage "${stage}" must be a short lower-case name such as prod.`);
}

/** What becomes of the stage's resources when they leave the stack. */
export function removalPolicy(stage: string): "retain" | "destroy" {
  return KEPT_STAGES.includes(stage) ? "retain" : "destroy";
}

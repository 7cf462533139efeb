import type { Terminal } from "../terminal.ts";
import { readPlayedSettings } from "./kept-settings.ts";
import { sandboxedParts } from "./sandboxed-parts.ts";

const LOOK_MS = 100;
const MOST_LOOKS = 100;

/**
 * Waits until `plumbline dev` has put the real provider of a stored token in the place of the sandbox's.
 * Else the token's first test would go to the sandbox. Returns the provider's name; `undefined` where no
 * sandbox played it, or none runs beside the service.
 */
export async function awaitRealProvider(
  { environment, clock }: Pick<Terminal, "environment" | "clock">,
  kind: string,
): Promise<string | undefined> {
  const folder = environment.DATA_DIR || ".plumbline";
  const part = sandboxedParts().find(({ kinds }) => kinds.includes(kind));
  const isPlayed = () => part !== undefined && Object.keys(readPlayedSettings(folder)).some(part.owns);
  if (environment.PLUMBLINE_URL || !isPlayed()) return undefined;
  for (let look = 0; look < MOST_LOOKS && isPlayed(); look += 1) await clock.wait(LOOK_MS);
  return part?.name;
}

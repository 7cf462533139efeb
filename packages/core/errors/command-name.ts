/** A checkout runs the sources, a package or a bundle the compiled code. */
const isCheckout = import.meta.url.endsWith(".ts");
/** `npx plumbline` sets these variables: https://docs.npmjs.com/cli/v11/using-npm/scripts#environment */
// biome-ignore lint/style/noProcessEnv: How the process was started is no setting of the service.
const { npm_lifecycle_event: event, npm_lifecycle_script: script } = process.env;
const isByNpx = event === "npx" && /\bplumbline\b/.test(script ?? "");

/** Start of every command shown to people, also in refusals, as it must be typed here. */
export const PLUMBLINE = isCheckout ? "npx --no plumbline" : isByNpx ? "npx plumbline" : "plumbline";

/** Replaces the bare command name in shown commands by what must be typed here. */
export function asTypedHere(lines: string): string {
  return lines.replace(/(?<![\w./-])plumbline (?=[a-z])/g, `${PLUMBLINE} `);
}

/** A checkout runs the sources; packages and bundles run compiled code. */
const isCheckout = import.meta.url.endsWith(".ts");
/** `npx plumbline` sets these variables: https://docs.npmjs.com/cli/v11/using-npm/scripts#environment */
// biome-ignore lint/style/noProcessEnv: How the process was started is no setting of the service.
const { npm_lifecycle_event: event, npm_lifecycle_script: script } = process.env;
const isByNpx = event === "npx" && /\bplumbline\b/.test(script ?? "");

/** The command as typed here. Starts every command that is shown to people. */
export const PLUMBLINE = isCheckout ? "npx --no plumbline" : isByNpx ? "npx plumbline" : "plumbline";

/** Replaces the command name in a text with the form to type here. */
export function asTypedHere(lines: string): string {
  return lines.replace(/(?<![\w./-])plumbline (?=[a-z])/g, `${PLUMBLINE} `);
}

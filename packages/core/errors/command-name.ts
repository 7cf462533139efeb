/** A checkout runs the sources themselves; a package or a bundle runs what was compiled of them. */
const isCheckout = import.meta.url.endsWith(".ts");
/** `npx plumbline` names itself so: https://docs.npmjs.com/cli/v11/using-npm/scripts#environment */
// biome-ignore lint/style/noProcessEnv: How the process was started is no setting of the service.
const { npm_lifecycle_event: event, npm_lifecycle_script: script } = process.env;
const isByNpx = event === "npx" && /\bplumbline\b/.test(script ?? "");

/** Begins every line to paste: what a person types to run the command here, and so too in a refusal. */
export const PLUMBLINE = isCheckout ? "npx --no plumbline" : isByNpx ? "npx plumbline" : "plumbline";

/** Puts the command as it is typed here into lines to paste that are written with its bare name. */
export function asTypedHere(lines: string): string {
  return lines.replace(/(?<![\w./-])plumbline (?=[a-z])/g, `${PLUMBLINE} `);
}

import manifest from "../../package.json" with { type: "json" };

/** The version of Plumbline, which stands in the root's package.json alone. */
export const VERSION = manifest.version;

import manifest from "../../package.json" with { type: "json" };

/** The version of Plumbline, read from the root's package.json. */
export const VERSION = manifest.version;

import { version } from "../../package.json";

/** The version of Plumbline, which stands in the root's package.json alone. */
export const VERSION = version;

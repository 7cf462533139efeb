/** The one language of zod's messages that is set; the others come to 370 kB. */
export { default as en } from "zod/v4/locales/en.js";

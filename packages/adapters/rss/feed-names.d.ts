/** See feed-names.js. */
export const TITLES: readonly string[];
export const CONTENTS: readonly string[];
export const DATES: readonly string[];
export const AUTHORS: readonly string[];
export const CATEGORIES: readonly string[];

import { InvalidArgumentError } from "commander";

/** How many items of a list are read at once, as the command line is told it. */
export function pageLimit(text: string): number {
  if (/^([1-9]\d?|100)$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a number from 1 to 100.");
}

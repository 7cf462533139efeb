import { randomBytes } from "node:crypto";
import { formsOf, holds } from "./secret-forms.ts";

/** One secret of the scenario and the field it was put into or came from. */
interface Canary {
  field: string;
  value: string;
}

/** Values that must be found in no output, each with the field that holds it. */
export class Canaries {
  readonly #all: Canary[] = [];

  /** Makes a value for a field. Each of its characters is written in another way by some encoding. */
  make(field: string): string {
    return this.add(field, `canary"\\<&%+/=~${randomBytes(12).toString("base64")}`);
  }

  /** Notes a secret that the service or a provider made. */
  add(field: string, value: string): string {
    if (value.length < 12) throw new Error(`${field} is too short to be searched for: ${value}`);
    this.#all.push({ field, value });
    return value;
  }

  /** Names the fields that have a value. */
  fields(): string[] {
    return [...new Set(this.#all.map(({ field }) => field))];
  }

  /** The values that a field had. */
  values(field: string): string[] {
    return this.#all.filter((one) => one.field === field).map(({ value }) => value);
  }

  /** Names the fields of which a text holds a value, in any form. */
  foundIn(text: string): string[] {
    return [...new Set(this.#all.flatMap(({ field, value }) => (holds(text, value) ? [field] : [])))];
  }
}

/** An output of the service, and what was found in it. */
export interface Leak {
  output: string;
  fields: string[];
}

/** Searches outputs for every canary. */
export function findLeaks(canaries: Canaries, outputs: Iterable<readonly [string, string]>): Leak[] {
  return [...outputs].flatMap(([output, text]) => {
    const fields = canaries.foundIn(text);
    return fields.length === 0 ? [] : [{ output, fields }];
  });
}

/** A text without a value that it shows on purpose, whichever form it has. */
export function without(text: string, value: string): string {
  return formsOf(value).reduce((left, form) => left.replaceAll(form, "[shown once]"), text);
}

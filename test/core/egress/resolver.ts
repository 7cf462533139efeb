import type { LookupAddress } from "node:dns";
import type { LookupAll } from "@plumbline/core/egress/guard.ts";

/** A resolver that gives one answer a question, the last one for ever, and remembers what it was asked. */
export function resolver(...answers: (string[] | NodeJS.ErrnoException)[]): {
  lookup: LookupAll;
  asked: string[];
} {
  const asked: string[] = [];
  const lookup: LookupAll = (hostname, _options, callback) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    setImmediate(() => {
      if (answer instanceof Error) callback(answer, []);
      else callback(null, answer.map(asLookupAddress));
    });
  };
  return { lookup, asked };
}

function asLookupAddress(address: string): LookupAddress {
  return { address, family: address.includes(":") ? 6 : 4 };
}

import type { ComponentChildren, JSX } from "preact";
import { Fragment } from "preact";

/** A fact and its name. One that is `null`, `undefined`, `false` or an empty text is not shown. */
export type Fact = readonly [name: string, fact: ComponentChildren];

/** Shows facts about one item in a card. */
export function Facts({ facts }: { facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="facts card">
      {facts.filter(isKnown).map(([name, fact]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

function isKnown([, fact]: Fact): boolean {
  return fact !== null && fact !== undefined && fact !== false && fact !== "";
}

import type { ComponentChildren, JSX } from "preact";
import { Fragment } from "preact";

/** A fact and its name. */
export type Fact = readonly [name: string, fact: ComponentChildren];

/** Shows facts about one item in a card. */
export function Facts({ facts }: { facts: readonly Fact[] }): JSX.Element {
  return (
    <dl class="facts card">
      {facts.map(([name, fact]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

import type { Schemas } from "@plumbline/client/schemas.ts";
import { escapeInvisible } from "@plumbline/core/text/visible-json.ts";
import type { JSX } from "preact";
import { Facts } from "../../parts/facts.tsx";
import { Banner } from "../../parts/problem-banner.tsx";

type ShownChanges = NonNullable<Schemas["ApprovalDetail"]["changes"]>;

const EFFECTS = { created: "is new", changed: "changes", removed: "will be removed" } as const;

/** Shows each field that a call changes before and after. */
export function Changes({ changes, unread_because: why }: ShownChanges): JSX.Element {
  return (
    <>
      {why !== null && (
        <Banner tone="wait">
          <p>The current value could not be read: {escapeInvisible(why)}</p>
        </Banner>
      )}
      {changes.map(({ thing, effect, fields }) => (
        <section key={thing} class="changes">
          <h2>
            {escapeInvisible(thing)} {EFFECTS[effect]}
          </h2>
          {fields.length === 0 ? (
            <p class="small soft">No fields change.</p>
          ) : (
            <Facts
              facts={fields.map(({ name, before, after }) => [
                escapeInvisible(name),
                <>
                  <span class="visually-hidden">Before: </span>
                  {before === null ? <i>empty</i> : <del>{escapeInvisible(before)}</del>}
                  {" → "}
                  <ins>
                    <span class="visually-hidden">After: </span>
                    {after === null ? <i>empty</i> : escapeInvisible(after)}
                  </ins>
                </>,
              ])}
            />
          )}
        </section>
      ))}
    </>
  );
}

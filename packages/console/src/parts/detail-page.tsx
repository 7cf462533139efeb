import type { ComponentChildren, JSX } from "preact";
import { linkTo } from "../app/route.ts";
import { Loading } from "./data-table.tsx";
import { Icon } from "./icon.tsx";
import { PageHead } from "./page-head.tsx";
import { ProblemBanner } from "./problem-banner.tsx";
import type { Loaded } from "./use-loaded.ts";

interface DetailPageProps<Value> {
  /** The list's page, by the name in its address and link: `calls`. */
  list: string;
  /** Text of the link. Defaults to `All calls`. */
  listWords?: string;
  loaded: Loaded<Value>;
  children: (value: Value) => ComponentChildren;
}

/** The page of one item of a list: a link back, and the item once it is loaded. */
export function DetailPage<Value>({
  list,
  listWords = `All ${list}`,
  loaded,
  children,
}: DetailPageProps<Value>): JSX.Element {
  return (
    <>
      <p class="back">
        <a href={linkTo(list)}>
          <Icon name="back" /> {listWords}
        </a>
      </p>
      {loaded.value === undefined && loaded.problem !== undefined && <PageHead title="Not available" />}
      <WhenLoaded loaded={loaded}>{children}</WhenLoaded>
    </>
  );
}

/** Shows a value once it is loaded, or why it could not be. */
export function WhenLoaded<Value>({
  loaded: { value, problem, reload },
  children,
}: Pick<DetailPageProps<Value>, "loaded" | "children">): JSX.Element {
  return (
    <>
      {problem !== undefined && <ProblemBanner problem={problem} onRetry={reload} />}
      {value === undefined && problem === undefined && <Loading />}
      {value !== undefined && children(value)}
    </>
  );
}

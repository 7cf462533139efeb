import type { ComponentChildren, JSX } from "preact";
import { linkTo } from "../app/route.ts";
import { Loading } from "./data-table.tsx";
import { Icon } from "./icon.tsx";
import { ProblemBanner } from "./problem-banner.tsx";
import type { Loaded } from "./use-loaded.ts";

interface DetailPageProps<Value> {
  /** The page with the list, as its address and its link name it: `calls`. */
  list: string;
  loaded: Loaded<Value>;
  children: (value: Value) => ComponentChildren;
}

/** The page of one thing of a list: the way back, and the thing once it is loaded. */
export function DetailPage<Value>({ list, loaded, children }: DetailPageProps<Value>): JSX.Element {
  const { value, problem, reload } = loaded;
  return (
    <>
      <p class="back">
        <a href={linkTo(list)}>
          <Icon name="back" /> All {list}
        </a>
      </p>
      {problem !== undefined && <ProblemBanner problem={problem} onRetry={reload} />}
      {value === undefined && problem === undefined && <Loading />}
      {value !== undefined && children(value)}
    </>
  );
}

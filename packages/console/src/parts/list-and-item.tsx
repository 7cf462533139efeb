import type { ComponentType, JSX } from "preact";
import { place } from "../app/route.ts";

/** Returns the body of a page that shows a list, and one of its items at `#/PAGE/ID`. */
export function listAndItem(List: ComponentType, Item: ComponentType<{ id: string }>): ComponentType {
  return function ListAndItem(): JSX.Element {
    const [id] = place.value.rest;
    return id === undefined ? <List /> : <Item key={id} id={id} />;
  };
}

import type { GraphqlDocument, Selected, SelectedField } from "./graphql-document.ts";

/** Resolves one root field to its value, before the field's own selection is applied. */
export type Resolve = (field: SelectedField) => unknown;

/** Returns the `data` of a response: resolves each root field and keeps the selected fields of its value. */
export function execute(
  { selection, fragments }: GraphqlDocument,
  resolve: Resolve,
): Record<string, unknown> {
  const entries = fieldsOf(selection, fragments).map((field) => {
    return [field.alias, project(resolve(field), field.selection, fragments)] as const;
  });
  return Object.fromEntries(entries);
}

/** Returns the selected fields of a value. A field that the value does not have is null. */
function project(
  value: unknown,
  selection: readonly Selected[],
  fragments: GraphqlDocument["fragments"],
): unknown {
  if (Array.isArray(value)) return value.map((item) => project(item, selection, fragments));
  if (value === null || typeof value !== "object" || selection.length === 0) return value ?? null;
  const known = new Map<string, unknown>(Object.entries(value));
  const entries = fieldsOf(selection, fragments).map((field) => {
    return [field.alias, project(known.get(field.name), field.selection, fragments)] as const;
  });
  return Object.fromEntries(entries);
}

function fieldsOf(
  selection: readonly Selected[],
  fragments: GraphqlDocument["fragments"],
): readonly SelectedField[] {
  return selection.flatMap((selected) => {
    if ("inline" in selected) return fieldsOf(selected.inline, fragments);
    if ("spread" in selected) return fieldsOf(fragments.get(selected.spread) ?? [], fragments);
    return [selected];
  });
}

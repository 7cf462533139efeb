/**
 * How deep brackets are nested in a JSON text, strings left aside. Asked before parsing: validating a value nested
 * hundreds of thousands of levels deep would exhaust the stack.
 */
export function nestingDepth(json: string): number {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < json.length; index++) {
    const character = json.charCodeAt(index);
    if (inString) {
      if (character === 92 /* \ */) index += 1;
      else if (character === 34 /* " */) inString = false;
    } else if (character === 34) inString = true;
    else if (character === 91 /* [ */ || character === 123 /* { */) deepest = Math.max(deepest, ++depth);
    else if (character === 93 /* ] */ || character === 125 /* } */) depth -= 1;
  }
  return deepest;
}

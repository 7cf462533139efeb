/**
 * The AWS SDK reads its configuration files with `readFile`, and measures bodies that are files with the
 * others. On Lambda there are no such files, and no body is one.
 */
export async function readFile(path) {
  throw Object.assign(new Error(`${path} does not exist on Lambda.`), { code: "ENOENT" });
}
export class ReadStream {}
export function fstatSync() {
  throw new TypeError("A body that is a file cannot be sent.");
}
export const lstatSync = fstatSync;

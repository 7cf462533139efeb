import { open, rename } from "node:fs/promises";

/** Writes a file only its owner may read (mode 0600): aside and to the disk first, so that it is whole or not there. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const aside = `${path}.new`;
  const file = await open(aside, "w", 0o600);
  try {
    await file.chmod(0o600);
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(aside, path);
}

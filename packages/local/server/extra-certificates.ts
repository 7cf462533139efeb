import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";

/**
 * The file's certificates. TLS passes over what it cannot read, so a file that holds none would be trusted to
 * no effect.
 */
export function readExtraCertificates(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    const text = readFileSync(file, "utf8");
    new X509Certificate(text);
    return text;
  } catch (cause) {
    throw new ConfigurationError(
      `EXTRA_CA_FILE: ${file} holds no certificate in PEM form that can be read.`,
      { cause },
    );
  }
}

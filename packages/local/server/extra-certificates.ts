import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { ConfigurationError } from "@plumbline/core/errors/service-error.ts";

/**
 * Reads a file of certificates. TLS ignores what it cannot parse, so this checks that there is a certificate.
 */
export function readExtraCertificates(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  try {
    const text = readFileSync(file, "utf8");
    new X509Certificate(text);
    return text;
  } catch (cause) {
    throw new ConfigurationError(
      `EXTRA_CA_FILE: ${file} does not contain a readable certificate in PEM format.`,
      { cause },
    );
  }
}

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/**
 * Returns the certificate and key (PEM) of the sandbox's TLS servers, and the certificate's file. The
 * certificate is self-signed and valid for 127.0.0.1 and mail.sandbox.example until 2126. Its key is public,
 * so trust it only in a sandbox.
 *
 *     openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj "/CN=Plumbline sandbox" \
 *       -addext "subjectAltName=DNS:mail.sandbox.example,IP:127.0.0.1" -keyout sandbox.key.pem -out sandbox.cert.pem
 */
export function sandboxCertificate(): { cert: string; key: string; certFile: string } {
  return {
    cert: read("./sandbox.cert.pem"),
    key: read("./sandbox.key.pem"),
    certFile: fileURLToPath(new URL("./sandbox.cert.pem", import.meta.url)),
  };
}

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const read = (name: string) => readFileSync(new URL(name, import.meta.url), "utf8");

/**
 * The certificate, its key (PEM) and the certificate's file of the sandbox's TLS servers: self-signed, for
 * 127.0.0.1 and mail.sandbox.example, until 2126. Public with its key, so worth trusting in a sandbox alone.
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

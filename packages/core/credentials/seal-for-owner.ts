import { createPublicKey, type KeyObject } from "node:crypto";
import { CompactEncrypt } from "jose";
import type { Secret } from "../access/secret.ts";
import { ConfigurationError } from "../errors/service-error.ts";

/** Encrypts a secret so that only the holder of one private key can decrypt it. */
export type SealForOwner = (secret: Secret) => Promise<string>;

/** Key management algorithm of RFC 7518 for each type of public key. */
const ALGORITHMS: Readonly<Record<string, string>> = {
  rsa: "RSA-OAEP-256",
  ec: "ECDH-ES+A256KW",
  x25519: "ECDH-ES+A256KW",
};
const MIN_RSA_BITS = 2048;

/**
 * Creates a function that encrypts secrets as JWE (RFC 7516, compact, A256GCM) for a public key in PEM. Any
 * JOSE library can decrypt them. Throws ConfigurationError for a private key, a weak key, or a key of another
 * type.
 */
export function sealForOwner(pem: string): SealForOwner {
  const key = readPublicKey(pem);
  const alg = ALGORITHMS[key.asymmetricKeyType ?? ""];
  const { modulusLength = MIN_RSA_BITS } = key.asymmetricKeyDetails ?? {};
  if (alg === undefined || modulusLength < MIN_RSA_BITS)
    throw new ConfigurationError(
      "The public key must be RSA with at least 2,048 bits, an elliptic curve key, or X25519.",
    );
  const header = { alg, enc: "A256GCM" };
  return (secret) => new CompactEncrypt(Buffer.from(secret.reveal())).setProtectedHeader(header).encrypt(key);
}

function readPublicKey(pem: string): KeyObject {
  // Node would derive the public key from a private key, which must stay with the tenant.
  if (pem.includes("PRIVATE KEY"))
    throw new ConfigurationError(
      "This is a private key. Use the public key instead, and keep the private one secret.",
    );
  try {
    return createPublicKey(pem);
  } catch (cause) {
    throw new ConfigurationError("This is not a public key in PEM format (-----BEGIN PUBLIC KEY-----).", {
      cause,
    });
  }
}

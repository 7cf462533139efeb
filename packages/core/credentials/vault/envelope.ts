/** A sealed field in text form: `v1.<key version>.<nonce>.<ciphertext>.<tag>`, the last three in base64url. */
export interface Envelope {
  keyVersion: number;
  nonce: Buffer;
  ciphertext: Buffer;
  tag: Buffer;
}

const SHAPE = /^v1\.k(\d{1,9})\.([A-Za-z0-9_-]{16})\.([A-Za-z0-9_-]*)\.([A-Za-z0-9_-]{22})$/;

export function formatEnvelope(envelope: Envelope): string {
  const parts = [envelope.nonce, envelope.ciphertext, envelope.tag].map((part) => part.toString("base64url"));
  return ["v1", `k${envelope.keyVersion}`, ...parts].join(".");
}

/** `undefined` when the text is not an envelope of a version we know. */
export function parseEnvelope(text: string): Envelope | undefined {
  const match = SHAPE.exec(text);
  if (!match) return undefined;
  const [, version = "", nonce = "", ciphertext = "", tag = ""] = match;
  return {
    keyVersion: Number(version),
    nonce: Buffer.from(nonce, "base64url"),
    ciphertext: Buffer.from(ciphertext, "base64url"),
    tag: Buffer.from(tag, "base64url"),
  };
}

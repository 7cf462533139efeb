import { randomBytes } from "node:crypto";
import type { RecordedRequest } from "@plumbline/sandbox/server/recorded-request.ts";
import { json, type Message } from "@plumbline/sandbox/server/reply.ts";
import { type ScriptedServer, startScriptedServer } from "@plumbline/sandbox/server/scripted-server.ts";
import * as z from "zod";

const request = z.object({
  KeyId: z.string(),
  EncryptionContext: z.record(z.string(), z.string()),
  CiphertextBlob: z.string().optional(),
  Plaintext: z.string().optional(),
});

/**
 * KMS's JSON 1.1 wire, as far as the key service speaks it: a wrapped key is the key beside its context, in
 * the open.
 */
export function startKmsServer(): Promise<ScriptedServer> {
  return startScriptedServer({ name: "kms", handle: answer });
}

/** A refusal in KMS's form. */
export function kmsError(type: string, status = 400): Message {
  const headers = { "content-type": "application/x-amz-json-1.1", "x-amzn-errortype": type };
  return json({ __type: type, message: "a message that may name keys" }, status, headers);
}

function answer(recorded: RecordedRequest): Message {
  const { KeyId, EncryptionContext, CiphertextBlob, Plaintext: given } = request.parse(recorded.json());
  if (CiphertextBlob === undefined) {
    // GenerateDataKey, or Encrypt of a key that is given.
    const Plaintext = given ?? randomBytes(32).toString("base64");
    const wrapped = JSON.stringify({ Plaintext, KeyId, EncryptionContext });
    return amzJson({ KeyId, Plaintext, CiphertextBlob: Buffer.from(wrapped).toString("base64") });
  }
  const { Plaintext, ...bound } = JSON.parse(Buffer.from(CiphertextBlob ?? "", "base64").toString("utf8"));
  const asked = JSON.stringify({ KeyId, EncryptionContext });
  if (JSON.stringify(bound) !== asked) return kmsError("InvalidCiphertextException");
  return amzJson({ KeyId, Plaintext, EncryptionAlgorithm: "SYMMETRIC_DEFAULT" });
}

function amzJson(value: unknown): Message {
  return json(value, 200, { "content-type": "application/x-amz-json-1.1" });
}

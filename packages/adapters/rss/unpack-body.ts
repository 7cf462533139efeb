import { promisify } from "node:util";
import { brotliDecompress, inflateRaw, unzip } from "node:zlib";
import { AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";

/** What a request may offer as `accept-encoding` when its answer goes through `unpackBody`. */
export const ACCEPTED_ENCODINGS = "gzip, deflate, br";

const unpackers = {
  unzip: promisify(unzip),
  inflateRaw: promisify(inflateRaw),
  brotli: promisify(brotliDecompress),
};

/**
 * A body as it was before its content encoding, at most `maxBytes` long: a bomb is stopped there, whatever it would have
 * become. Throws AdapterValidationError that says what is wrong with it.
 */
export async function unpackBody(
  body: Buffer,
  encoding: string | undefined,
  maxBytes: number,
): Promise<Buffer> {
  const unpack = unpackerFor(encoding?.trim().toLowerCase() ?? "", body);
  if (!unpack || body.length === 0) return body;
  try {
    return await unpack(body, { maxOutputLength: maxBytes });
  } catch (error) {
    const tooLarge = error instanceof Error && "code" in error && error.code === "ERR_BUFFER_TOO_LARGE";
    throw new AdapterValidationError(
      tooLarge
        ? `The answer unpacks to more than ${maxBytes / 2 ** 20} MiB.`
        : `The answer says that it is packed as ${encoding}, but it cannot be unpacked.`,
    );
  }
}

function unpackerFor(encoding: string, body: Buffer) {
  switch (encoding) {
    case "":
    case "identity":
      return undefined;
    case "gzip":
    case "x-gzip":
      return unpackers.unzip;
    case "deflate":
      return isZlib(body) ? unpackers.unzip : unpackers.inflateRaw;
    case "br":
      return unpackers.brotli;
    default:
      throw new AdapterValidationError("The answer is packed in a way that was not asked for.");
  }
}

/** `deflate` means the zlib format (RFC 1950), but some servers send it bare. */
function isZlib(body: Buffer): boolean {
  return body.length > 1 && ((body[0] ?? 0) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0;
}

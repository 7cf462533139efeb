import { responseWaitSeconds } from "@plumbline/core/egress/retry-after.ts";
import { AdapterTransientError, AdapterValidationError } from "@plumbline/core/errors/adapter-error.ts";
import type { ActionContext } from "@plumbline/core/tool/tool.ts";
import type { MediaItem } from "./media-argument.ts";
import { beginsAs, MEDIA_TYPES, type MediaTypeName } from "./media-types.ts";

/** A media argument that was found good as far as that can be told without a request. */
export interface MediaSource {
  /** Its place among the arguments, such as `media.0`. */
  argument: string;
  type: MediaTypeName;
  altText: string | undefined;
  /** The file, or where it is to be fetched. */
  content: Buffer | URL;
}

/** Checks one media argument. Throws AdapterValidationError that names it. */
export function mediaSource(
  { url, base64 = "", media_type: type, alt_text: altText }: MediaItem,
  argument: string,
  destination: (url: string, what?: string) => URL,
): MediaSource {
  if (url !== undefined) return { argument, type, altText, content: destination(url, `${argument}.url`) };
  const content = Buffer.from(base64, "base64");
  checkContent(content, type, `${argument}.base64`);
  return { argument, type, altText, content };
}

/** The file itself, fetched where need be. Throws AdapterValidationError or AdapterTransientError. */
export async function mediaBytes(
  { guarded, clock }: Pick<ActionContext, "guarded" | "clock">,
  { argument, type, content: url }: MediaSource,
): Promise<Buffer> {
  if (Buffer.isBuffer(url)) return url;
  const { maxBytes } = MEDIA_TYPES[type];
  const name = `${argument}.url`;
  const request = { method: "GET", url, headers: { accept: type }, effect: "read" } as const;
  const response = await guarded
    .send({ ...request, maxResponseBytes: maxBytes + 1, acceptPartialBody: true })
    .catch((error: unknown) => {
      throw error instanceof AdapterValidationError
        ? new AdapterValidationError(`${name}: ${error.message}`, error.detail)
        : error;
    });
  const { status, ok, truncated, body } = response;
  if (status >= 500 || [408, 425, 429].includes(status)) {
    throw new AdapterTransientError(`${name}: ${url.host} answered ${status}.`, {
      status,
      retryAfterSeconds: responseWaitSeconds(response, clock.now()),
    });
  }
  if (status >= 300 && status < 400)
    throw new AdapterValidationError(
      `${name}: ${url.host} answered ${status}, a redirect; those are not followed.`,
    );
  if (!ok) throw new AdapterValidationError(`${name}: ${url.host} answered ${status}.`);
  if (truncated && body.length <= maxBytes)
    throw new AdapterTransientError(`${name}: the answer of ${url.host} broke off.`);
  checkContent(body, type, name);
  return body;
}

function checkContent(bytes: Buffer, type: MediaTypeName, name: string): void {
  const { maxBytes } = MEDIA_TYPES[type];
  if (bytes.length > maxBytes) {
    throw new AdapterValidationError(
      `${name}: is larger than the ${maxBytes / 1024 / 1024} MB allowed for ${type}.`,
    );
  }
  if (!beginsAs(type, bytes))
    throw new AdapterValidationError(`${name}: its content is not ${type}, as media_type says it is.`);
}

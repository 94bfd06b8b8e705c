import { makeThumbnail } from "#channels/media/index.ts";
import { type Outbound, type OutboundAnswer, OutboundPort } from "#platform/outbound/client.ts";
import type { Installation } from "#tenants/installation.ts";
import type { LinkPreviewAnswer } from "./contract.ts";
import { decodePage, readPage } from "./read-page.ts";

/** Timeout for the page and its picture together, ms. */
const LIMIT_MS = 5000;
/** Maximum bytes read of a page: its preview tags are at the beginning. */
const PAGE_BYTES = 1_048_576;
const PICTURE_BYTES = 300_000;
/** Longest side of the picture in a preview, pixels. */
const EDGE = 192;
/** A small file may have a huge canvas, 4 bytes per pixel while it is decoded. */
const MAX_PIXELS = 12_000_000;
/** Maximum size of the JPEG, bytes; larger than any thumbnail of that size. */
const THUMBNAIL_BYTES = 49_152;

const PAGES = /^(?:text\/html|application\/xhtml\+xml)\b/i;

/**
 * Fetches the preview of an https address through the guarded client (docs/rules/link-previews.md#fetching); null for every
 * failure: the message is sent without.
 */
export async function fetchPreview(
  { ports, log }: Installation,
  url: string,
  language: string,
): Promise<LinkPreviewAnswer | null> {
  const outbound = ports.use(OutboundPort);
  const endsAt = performance.now() + LIMIT_MS;
  try {
    const page = await get(outbound, url, { endsAt, accept: "text/html", language, cuts: true });
    const type = page.headers.get("content-type") ?? "";
    if (!PAGES.test(type)) return null;
    const facts = readPage(decodePage(page.bytes, type));
    if (!facts) return null;
    const { title, text } = facts;
    const picture = facts.picture && URL.parse(facts.picture, page.url);
    return {
      url,
      title,
      text,
      picture: picture ? await pictureAt(outbound, picture, endsAt, language) : null,
    };
  } catch (error) {
    log.debug({ err: error }, "no link preview");
    return null;
  }
}

interface Wanted {
  readonly endsAt: number;
  readonly accept: string;
  readonly language: string;
  readonly cuts?: true;
}

/** Throws OutboundFailed, also for any status except 200 and for a compressed body. */
async function get(
  outbound: Outbound,
  url: string,
  { endsAt, accept, language, cuts }: Wanted,
): Promise<OutboundAnswer> {
  const limitMs = Math.round(endsAt - performance.now());
  if (limitMs <= 0) throw new Error("no time left");
  const answer = await outbound.request({
    method: "GET",
    url,
    headers: { accept, "accept-language": language },
    limitMs,
    limitBytes: cuts ? PAGE_BYTES : PICTURE_BYTES,
    crossesHosts: true,
    publicOnly: true,
    ...(cuts && { cutsAtLimit: cuts }),
  });
  if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  const encoding = answer.headers.get("content-encoding");
  if (encoding && encoding !== "identity") throw new Error(`encoding ${encoding}`);
  return answer;
}

/** The picture of a page as a small JPEG; null when it cannot be fetched or decoded. */
async function pictureAt(
  outbound: Outbound,
  { href, protocol }: URL,
  endsAt: number,
  language: string,
): Promise<string | null> {
  if (protocol !== "https:") return null;
  const answer = await get(outbound, href, { endsAt, accept: "image/*", language }).catch(() => null);
  if (!answer) return null;
  const jpeg = await makeThumbnail(answer.bytes, { edge: EDGE, format: "jpeg", maxPixels: MAX_PIXELS });
  return jpeg && jpeg.length <= THUMBNAIL_BYTES ? Buffer.from(jpeg).toString("base64") : null;
}

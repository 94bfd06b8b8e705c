import { isMediaUnavailable, keepMedia, mediaStoreOf } from "#channels/media/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { InboundBatch, InboundEvent, ReceivedFile } from "./provider.ts";

/** Longest time that the events of a connection wait for the storage of media, ms. */
const LIMIT_MS = 5000;

/**
 * Uploads the files of a batch to the media storage before its events are accepted (docs/rules/cluster.md#media). A file that
 * is not uploaded in time becomes a missing one: its message is accepted, and the file is downloaded again later.
 * Undefined when there is nothing to store.
 */
export function keepFiles(tenant: Tenant, batch: InboundBatch): Promise<InboundBatch> | undefined {
  if (!tenant.installation.media || !batch.events.some(hasFile)) return undefined;
  return Promise.all(batch.events.map((event) => (hasFile(event) ? keepFile(tenant, event) : event))).then(
    (events) => ({ ...batch, events }),
  );
}

type MessageEvent = Extract<InboundEvent, { kind: "message" }>;

const receivedFile = ({ content }: MessageEvent): ReceivedFile | undefined =>
  content.type === "media" && content.media.file.state === "stored" ? content.media.file : undefined;
const preview = ({ content }: MessageEvent): string | null =>
  content.type === "location" ? content.thumbnail : null;
const hasFile = (event: InboundEvent): event is MessageEvent =>
  event.kind === "message" && (receivedFile(event) !== undefined || preview(event) !== null);

async function keepFile(tenant: Tenant, event: MessageEvent): Promise<MessageEvent> {
  const file = receivedFile(event);
  if (!file) {
    await keepPreview(tenant, preview(event) ?? "");
    return event;
  }
  if (!tenant.installation.media?.isAway && (await inTime(tenant, file))) return event;
  return { ...event, content: withoutFile(event.content, file) };
}

const withoutFile = (content: MessageEvent["content"], { handle = "" }: ReceivedFile) =>
  content.type === "media"
    ? { ...content, media: { ...content.media, file: { state: "missing" as const, handle } } }
    : content;

/** False when the storage does not respond within the limit; a slow upload continues in the background. */
async function inTime(tenant: Tenant, file: { readonly sha256: string; readonly path: string }) {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), LIMIT_MS);
  const kept = (keepMedia(tenant, file) ?? Promise.resolve()).then(
    () => true,
    (error: unknown) => {
      if (!isMediaUnavailable(error))
        tenant.log.error(
          { err: error },
          "received file not uploaded to the media storage; it is downloaded again later",
        );
      return false;
    },
  );
  try {
    return await Promise.race([kept, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Uploads the preview picture of a location. Its media row is created later, from the event. A preview that could not
 * be uploaded now is uploaded by the nightly job.
 */
async function keepPreview(tenant: Tenant, base64: string): Promise<void> {
  const store = mediaStoreOf(tenant);
  const file = await store.receive(once(Buffer.from(base64, "base64")));
  await inTime(tenant, file);
  await store.discard(file);
}

async function* once(bytes: Uint8Array) {
  yield bytes;
}

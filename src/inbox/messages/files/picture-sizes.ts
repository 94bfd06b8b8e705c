import {
  bringMedia,
  mediaFileById,
  mediaStoreOf,
  readPicture,
  updateMediaFile,
} from "#channels/media/index.ts";
import { announceUpdate, MessageCreated } from "#inbox/messages/events.ts";
import { createSerialQueue } from "#platform/jobs/paced-queue.ts";
import type { Installation } from "#tenants/installation.ts";
import type { Tenant } from "#tenants/tenant.ts";

/**
 * Measures received pictures, so that the page can reserve their space and a conversation does not jump while they
 * load.
 */
export function listenForPictureSizes({ bus }: Installation): void {
  const enqueue = createSerialQueue();
  bus.after(MessageCreated, (tenant, { message }) => {
    const { id, mediaType, mediaId } = message;
    if (mediaType !== "image" || mediaId === null || message.origin === "user") return;
    // One picture at a time: a burst of pictures must not use all processors.
    enqueue(() => measure(tenant, id, mediaId)).catch(() => undefined);
  });
}

async function measure(tenant: Tenant, messageId: number, fileId: number): Promise<void> {
  const file = mediaFileById(tenant.db, fileId);
  if (file?.state !== "stored" || file.path === null || file.width !== null) return;
  const arriving = bringMedia(tenant, file);
  if (arriving) await arriving;
  const size = await readPicture(mediaStoreOf(tenant).pathOf(file.path));
  if (!size) return;
  tenant.write((unit) => {
    updateMediaFile(unit, fileId, { width: size.width, height: size.height });
    announceUpdate(unit, messageId);
  });
}

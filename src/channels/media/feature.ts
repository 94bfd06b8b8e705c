import { QueueFilesPort, showsQueueFile } from "#accounts/queues/index.ts";
import { ContactDeleted, ContactExporting } from "#people/contacts/events.ts";
import { FileAddressPort } from "#people/contacts/index.ts";
import { defineFeature } from "#tenants/feature.ts";
import { presentAttachment, receiveAttachment } from "./attachment.ts";
import { hasMedia } from "./remote/bring.ts";
import { mediaCacheJob } from "./remote/evict.ts";
import { mediaObjectsJob } from "./remote/sweep.ts";
import { mediaRoutes } from "./routes.ts";
import { mediaMount } from "./serving/mount.ts";
import { MediaReadersPort } from "./serving/readers.ts";
import { mediaUrl } from "./serving/signed-urls.ts";
import { mediaFileById, mediaStoreOf, removeMediaFile } from "./storage/files.ts";
import { orphanedFilesJob } from "./storage/orphans.ts";

export const media = defineFeature({
  name: "media",
  routes: mediaRoutes,
  mounts: [mediaMount],
  jobs: [orphanedFilesJob, mediaObjectsJob, mediaCacheJob],
  listen({ ports, bus }) {
    ports.plug(FileAddressPort, mediaUrl);
    ports.plug(QueueFilesPort, {
      present: presentAttachment,
      receive: receiveAttachment,
      remove: removeMediaFile,
    });
    ports.plug(MediaReadersPort, [showsQueueFile]);
    bus.within(ContactDeleted, (unit, { pictureId }) => {
      if (pictureId !== null) removeMediaFile(unit, pictureId);
    });
    bus.within(ContactExporting, ({ db, tenant }, { contact, add }) => {
      const picture = contact.pictureId === null ? undefined : mediaFileById(db, contact.pictureId);
      const path = picture?.path;
      if (path)
        add({
          files: () => [
            {
              name: `foto-${picture.id}.jpg`,
              path: mediaStoreOf(tenant).pathOf(path),
              bring: () => hasMedia(tenant, picture),
            },
          ],
        });
    });
  },
});

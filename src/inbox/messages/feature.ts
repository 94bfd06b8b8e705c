import { SessionChanged } from "#channels/connections/events.ts";
import { InboxPort } from "#channels/connections/index.ts";
import { createVoiceConverter, MediaReadersPort } from "#channels/media/index.ts";
import { createOutcomes, OutcomesPort } from "#inbox/messages/change/outcome.ts";
import { createLanes } from "#inbox/messages/inbox/lanes.ts";
import { releaseEvents, storeEvents } from "#inbox/messages/inbox/store.ts";
import { LanesPort } from "#inbox/messages/inbox/sweep.ts";
import { outboxById } from "#inbox/messages/outbox/rows.ts";
import { createSender } from "#inbox/messages/outbox/sender.ts";
import { SenderPort } from "#inbox/messages/outbox/sender-port.ts";
import { resumeSending } from "#inbox/messages/outbox/sweep.ts";
import { dropVoiceNote, VoicePort } from "#inbox/messages/outbox/voice-note.ts";
import { ClaimersPort, createClaimers } from "#inbox/messages/receive/claims.ts";
import { InboundMaskPort } from "#inbox/messages/receive/mask.ts";
import { listenForTicketTexts } from "#inbox/messages/texts/of-tickets.ts";
import { defineFeature } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { broadcastMessages } from "./broadcasts.ts";
import { followConnections, onlyLiving } from "./connection-changes.ts";
import { followContactsAndTickets } from "./contact-changes.ts";
import { exportMessagesOfContact } from "./contact-export.ts";
import { eraseEvents } from "./erased-contacts.ts";
import { OutboxSettled } from "./events.ts";
import { mayReadFile } from "./files-of-messages.ts";
import { messageJobs } from "./jobs.ts";
import { listenForPictureSizes } from "./measure-pictures.ts";
import { fetchFreshFiles } from "./media-retry.ts";
import { listenForReads } from "./read-receipts.ts";
import { messageRoutes } from "./routes.ts";
import { createTyping } from "./typing.ts";

export const messages = defineFeature({
  name: "messages",
  routes: messageRoutes,
  jobs: messageJobs,
  listen(installation) {
    const { ports, bus } = installation;
    ports.use(MediaReadersPort).push(mayReadFile);
    ports.plug(ClaimersPort, createClaimers());
    ports.plug(InboundMaskPort, (_unit, _ticket, text) => text);
    plugInbox(installation);
    plugOutbox(installation);
    followConnections(installation);
    followContactsAndTickets(installation);
    eraseEvents(installation);
    exportMessagesOfContact(installation);
    listenForReads(installation);
    listenForTicketTexts(installation);
    listenForPictureSizes(installation);
    fetchFreshFiles(installation);
    broadcastMessages(installation);
    bus.after(SessionChanged, (tenant, { connectionId, after }) => {
      if (after.status === "CONNECTED") resumeSending(tenant, connectionId);
    });
  },
  onFrame: createTyping(),
  async stop({ ports }) {
    ports.use(LanesPort).stop();
    await ports.use(SenderPort).stop();
    ports.use(VoicePort).close();
  },
});

function plugInbox(installation: Installation): void {
  const lanes = createLanes(installation);
  installation.ports.plug(LanesPort, lanes);
  installation.ports.plug(InboxPort, {
    store: onlyLiving((tenant, connectionId, events, { heldUntil } = {}) => {
      const safe = storeEvents(tenant, connectionId, events, heldUntil);
      lanes.wake(tenant);
      return safe;
    }),
    release(tenant, connectionId, events) {
      releaseEvents(tenant, connectionId, events);
      lanes.wake(tenant);
    },
  });
}

function plugOutbox(installation: Installation): void {
  const { ports, bus, config, clock, log } = installation;
  ports.plug(SenderPort, createSender(installation));
  ports.plug(OutcomesPort, createOutcomes(installation));
  ports.plug(
    VoicePort,
    createVoiceConverter({
      ffmpeg: config.ffmpegPath,
      clock,
      onFailure: (detail) => log.warn({ detail }, "recording goes as a file"),
    }),
  );
  bus.after(OutboxSettled, (tenant, { outboxId, isVoice }) => {
    const row = isVoice && outboxById(tenant.db, outboxId);
    if (row)
      dropVoiceNote(tenant, row).catch((error: unknown) =>
        log.warn({ outbox: outboxId, err: error }, "voice note not removed"),
      );
  });
}

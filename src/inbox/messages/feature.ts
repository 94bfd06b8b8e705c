import { ConnectionSaved, SessionChanged } from "#channels/connections/events.ts";
import { InboxPort, TemplateRecipientsPort, TrafficPort } from "#channels/connections/index.ts";
import { createVoiceConverter, MediaReadersPort } from "#channels/media/index.ts";
import { createOutboxOutcomes, OutboxOutcomesPort } from "#inbox/messages/change/outcome.ts";
import { listenForWantedFiles } from "#inbox/messages/files/fetch-missing.ts";
import { mayReadFile } from "#inbox/messages/files/file-access.ts";
import { listenForPictureSizes } from "#inbox/messages/files/picture-sizes.ts";
import { releaseEvents, storeEvents } from "#inbox/messages/inbox/store.ts";
import { createInboxWorker, InboxWorkerPort } from "#inbox/messages/inbox/worker.ts";
import { OriginNamesPort } from "#inbox/messages/info/info.ts";
import { followReceipts } from "#inbox/messages/info/receipts.ts";
import {
  listenToConnections,
  listenToRestrictions,
  skipDeletedConnections,
} from "#inbox/messages/listeners/connections.ts";
import { exportMessagesOfContact } from "#inbox/messages/listeners/contact-export.ts";
import {
  listenToContactsAndTickets,
  listenToErasure,
} from "#inbox/messages/listeners/contacts-and-tickets.ts";
import { moveMessagesBeforeMerges } from "#inbox/messages/listeners/moves-before-merges.ts";
import { listenForReads } from "#inbox/messages/listeners/read-receipts.ts";
import { listenForTicketTexts } from "#inbox/messages/listeners/ticket-texts.ts";
import { forgetBundling } from "#inbox/messages/outbox/bundle/window.ts";
import { outboxById, templateRecipients, trafficOf } from "#inbox/messages/outbox/queries.ts";
import { createSender } from "#inbox/messages/outbox/sender.ts";
import { SenderPort } from "#inbox/messages/outbox/sender-port.ts";
import { resumeSending } from "#inbox/messages/outbox/sweep.ts";
import { dropVoiceNote, VoicePort } from "#inbox/messages/outbox/voice-note.ts";
import { InboundRedactionPort } from "#inbox/messages/receive/redact.ts";
import { createReplyHandlers, ReplyHandlersPort } from "#inbox/messages/receive/reply-handlers.ts";
import { forgetStars } from "#inbox/messages/stars/stars.ts";
import { defineFeature } from "#tenants/feature.ts";
import type { Installation } from "#tenants/installation.ts";
import { broadcastMessages } from "./broadcasts.ts";
import { OutboxCompleted } from "./events.ts";
import { messageJobs } from "./jobs.ts";
import { messageRoutes } from "./routes.ts";
import { createTyping } from "./typing.ts";

export const messages = defineFeature({
  name: "messages",
  routes: messageRoutes,
  jobs: messageJobs,
  listen(installation) {
    const { ports, bus } = installation;
    ports.plug(TemplateRecipientsPort, ({ db }, sinceMs) => templateRecipients(db, sinceMs));
    ports.plug(TrafficPort, ({ db }, sinceMs) => trafficOf(db, sinceMs));
    ports.use(MediaReadersPort).push(mayReadFile);
    ports.plug(OriginNamesPort, new Map());
    ports.plug(ReplyHandlersPort, createReplyHandlers());
    ports.plug(InboundRedactionPort, (_unit, _ticket, text) => text);
    plugInbox(installation);
    plugOutbox(installation);
    listenToConnections(installation);
    listenToRestrictions(installation);
    listenToContactsAndTickets(installation);
    listenToErasure(installation);
    moveMessagesBeforeMerges(installation);
    exportMessagesOfContact(installation);
    listenForReads(installation);
    listenForTicketTexts(installation);
    followReceipts(installation);
    forgetStars(installation);
    listenForPictureSizes(installation);
    listenForWantedFiles(installation);
    broadcastMessages(installation);
    bus.after(SessionChanged, (tenant, { connectionId, after }) => {
      if (after.status === "CONNECTED") resumeSending(tenant, connectionId);
    });
  },
  onFrame: createTyping(),
  async stop({ ports }) {
    ports.use(InboxWorkerPort).stop();
    await ports.use(SenderPort).stop();
    ports.use(VoicePort).close();
  },
});

function plugInbox(installation: Installation): void {
  const worker = createInboxWorker(installation);
  installation.ports.plug(InboxWorkerPort, worker);
  installation.ports.plug(InboxPort, {
    store: skipDeletedConnections((tenant, connectionId, events, { heldUntil } = {}) => {
      const wake = () => worker.wake(tenant);
      const safe = storeEvents(tenant, connectionId, events, heldUntil, wake);
      wake();
      return safe;
    }),
    release(tenant, connectionId, events) {
      releaseEvents(tenant, connectionId, events);
      worker.wake(tenant);
    },
  });
}

function plugOutbox(installation: Installation): void {
  const { ports, bus, config, clock, log } = installation;
  ports.plug(SenderPort, createSender(installation));
  ports.plug(OutboxOutcomesPort, createOutboxOutcomes(installation));
  ports.plug(
    VoicePort,
    createVoiceConverter({
      ffmpeg: config.ffmpegPath,
      clock,
      onFailure: (detail) =>
        log.warn({ detail }, "recording could not be converted to a voice note; it is sent as an audio file"),
    }),
  );
  bus.after(ConnectionSaved, forgetBundling);
  bus.after(OutboxCompleted, (tenant, { outboxId, isVoice }) => {
    const row = isVoice && outboxById(tenant.db, outboxId);
    if (row)
      dropVoiceNote(tenant, row).catch((error: unknown) =>
        log.warn(
          { outbox: outboxId, err: error },
          "converted copy of a voice note could not be deleted from disk",
        ),
      );
  });
}

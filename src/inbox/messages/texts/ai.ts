import { attachmentKind, mediaFileById } from "#channels/media/index.ts";
import { announceUpdate } from "#inbox/messages/events.ts";
import { createOutgoing } from "#inbox/messages/outbox/create-outgoing.ts";
import type { Content } from "#inbox/messages/outbox/payload.ts";
import { outboxBySource } from "#inbox/messages/outbox/queries.ts";
import { driverOf } from "#inbox/messages/send/uploaded.ts";
import { answerWindow, isInStandby, type Ticket } from "#inbox/tickets/index.ts";
import { execute } from "#platform/db/query.ts";
import type { TenantUnit } from "#tenants/tenant.ts";
import * as sql from "./ai.sql.ts";
import { areBotsStopped } from "./automatic-gate.ts";

const SOURCE = "ai";

/**
 * Sends a model's reply without filling in variables. With `fileId` it is sent as a voice note. Outside the answer
 * window nothing is sent. The outbox key is `ai:{key}`: a second call with the same key sends nothing.
 */
export function createAiMessage(
  unit: TenantUnit,
  { ticket, text, key, fileId }: { ticket: Ticket; text: string; key: string; fileId: number | null },
): void {
  if (outboxBySource(unit.db, SOURCE, key) || answerWindow(unit.db, ticket, unit.now) !== "open") return;
  if (areBotsStopped(unit.tenant, ticket.connectionId) || isInStandby(unit.db, ticket.id)) return;
  const file = fileId === null ? undefined : mediaFileById(unit.db, fileId);
  const kind = file && attachmentKind(driverOf(unit.tenant, ticket), file);
  const content: Content =
    file && kind
      ? { type: "media", fileId: file.id, kind, caption: "", voice: kind === "audio" }
      : { type: "text", text };
  const { message } = createOutgoing(unit, {
    ticketId: ticket.id,
    fields: {
      origin: "ai",
      ...(content.type === "media"
        ? { mediaType: content.kind, mediaId: content.fileId, voice: content.voice }
        : { body: text }),
    },
    payload: { content },
    fileName: file?.name ?? null,
    source: SOURCE,
    sourceKey: key,
  });
  if (content.type === "media") storeTranscript(unit, message.id, text);
}

/** Stores the transcript of a recording; pages show it below the recording. */
export function storeTranscript(unit: TenantUnit, messageId: number, text: string): void {
  execute(unit.db, sql.transcript, { transcript: text, updatedAt: unit.now, id: messageId });
  announceUpdate(unit, messageId);
}

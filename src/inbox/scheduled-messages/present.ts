import { presentAttachment } from "#channels/media/index.ts";
import { presentContactRef } from "#people/contacts/index.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { ScheduleAnswer, ScheduleStatus as WireStatus } from "./contract.ts";
import type { ScheduledMessageView } from "./queries.ts";
import type { ScheduleStatus } from "./schema.ts";
import { templateOf } from "./template.ts";

/** Maps the stored status to the status on the wire. */
export const WIRE_STATUS: Readonly<Record<ScheduleStatus, WireStatus>> = {
  pending: "PENDENTE",
  queued: "AGENDADA",
  sent: "ENVIADA",
  failed: "ERRO",
};

/** Maps a status on the wire to the stored status. */
export const statusOf = (wire: WireStatus): ScheduleStatus | null =>
  (Object.keys(WIRE_STATUS) as ScheduleStatus[]).find((status) => WIRE_STATUS[status] === wire) ?? null;

const instant = (at: number): string => new Date(at).toISOString();

/** Presents one row. */
export function presentSchedule(tenant: Tenant, found: ScheduledMessageView): ScheduleAnswer {
  const { row, contact, picture, userName, connectionName } = found;
  const { id, name, number, pictureId } = contact;
  return {
    id: row.id,
    body: row.body,
    contactId: row.contactId,
    contact: presentContactRef(tenant, { id, name, number, picture_id: pictureId, picture_name: picture }),
    sendAt: instant(row.sendAt),
    sentAt: row.sentAt === null ? null : instant(row.sentAt),
    status: WIRE_STATUS[row.status],
    error: row.error,
    userId: row.userId,
    user: { id: row.userId, name: userName ?? "" },
    whatsappId: row.connectionId,
    whatsapp: row.connectionId === null ? null : { id: row.connectionId, name: connectionName ?? "" },
    ...presentAttachment(tenant, row.mediaId),
    template: templateOf(row),
    ticketId: row.ticketId,
    recurrence: row.recurrence,
    lateLimitHours: row.lateLimitHours,
    createdAt: instant(row.createdAt),
    updatedAt: instant(row.updatedAt),
  };
}

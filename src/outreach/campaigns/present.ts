import { presentAttachment } from "#channels/media/index.ts";
import { MOST_ROWS } from "#outreach/campaigns/report/contract.ts";
import { reportOf } from "#outreach/campaigns/report/report.ts";
import type { Tenant } from "#tenants/tenant.ts";
import type { CampaignAnswer, CampaignDetail, CampaignStatus as WireStatus } from "./contract.ts";
import { contactsOfList, nameOfFileList, nameOfList } from "./editing/list-names.ts";
import { isEditable, templateOf } from "./policy.ts";
import type { CampaignView } from "./queries.ts";
import { listRecipients, presentRecipient } from "./recipients/list.ts";
import { timelineOf } from "./report/report.ts";
import type { CampaignStatus } from "./schema.ts";

const WIRE_STATUS: Readonly<Record<CampaignStatus, WireStatus>> = {
  inactive: "INATIVA",
  scheduled: "PROGRAMADA",
  running: "EM_ANDAMENTO",
  cancelled: "CANCELADA",
  finished: "FINALIZADA",
};

/** The stored status of a status on the wire. */
export const statusOf = (wire: WireStatus): CampaignStatus | null =>
  (Object.keys(WIRE_STATUS) as CampaignStatus[]).find((status) => WIRE_STATUS[status] === wire) ?? null;

const instant = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());
const named = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? "" });

function base(tenant: Tenant, { row, connectionName, tagName }: CampaignView) {
  return {
    id: row.id,
    companyId: tenant.id,
    name: row.name,
    status: WIRE_STATUS[row.status],
    confirmation: row.confirmation,
    contactListId: row.contactListId,
    tagListId: row.tagListId,
    whatsappId: row.connectionId,
    fileListId: row.fileListId,
    campaignReplyQueueId: row.replyQueueId,
    scheduledAt: instant(row.scheduledAt),
    startedAt: instant(row.startedAt),
    completedAt: instant(row.completedAt),
    pausedAt: instant(row.pausedAt),
    pauseReason: row.pauseReason,
    message1: row.message1,
    message2: row.message2,
    message3: row.message3,
    message4: row.message4,
    message5: row.message5,
    confirmationMessage1: row.confirmationMessage1,
    confirmationMessage2: row.confirmationMessage2,
    confirmationMessage3: row.confirmationMessage3,
    confirmationMessage4: row.confirmationMessage4,
    confirmationMessage5: row.confirmationMessage5,
    template1: templateOf(row, 1),
    template2: templateOf(row, 2),
    template3: templateOf(row, 3),
    template4: templateOf(row, 4),
    template5: templateOf(row, 5),
    ...presentAttachment(tenant, row.mediaId),
    whatsapp: named(row.connectionId, connectionName),
    tagList: named(row.tagListId, tagName),
    fileList: named(row.fileListId, nameOfFileList(tenant.db, row.fileListId)),
    editable: isEditable(row, tenant.clock.now()),
    report: reportOf(tenant.db, row.id),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

/** Row → answer. */
export const presentCampaign = (tenant: Tenant, view: CampaignView): CampaignAnswer => ({
  ...base(tenant, view),
  contactList: named(view.row.contactListId, nameOfList(tenant.db, view.row.contactListId)),
});

/** A campaign with its recipients; both lists contain their first `MOST_ROWS` rows. */
export function presentDetail(tenant: Tenant, view: CampaignView): CampaignDetail {
  const { db } = tenant;
  const { id, contactListId } = view.row;
  const list = named(contactListId, nameOfList(db, contactListId));
  return {
    ...base(tenant, view),
    contactList: list && { ...list, contacts: contactsOfList(db, list.id, MOST_ROWS) },
    shipping: listRecipients(db, { campaignId: id, state: null, search: "" }, MOST_ROWS, { offset: 0 }).map(
      presentRecipient,
    ),
    timeline: timelineOf(db, id),
  };
}

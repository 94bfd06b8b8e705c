import type { CampaignReport } from "#outreach/campaigns/report/contract.ts";
import type { Campaign } from "#web/outreach/campaigns/campaigns-api.ts";

/** The report of a campaign that was not sent yet, for tests. */
export function sampleReport(change: Partial<CampaignReport> = {}): CampaignReport {
  return {
    total: 0,
    valid: 0,
    delivered: 0,
    progress: 0,
    confirmationsRequested: 0,
    confirmations: 0,
    received: 0,
    read: 0,
    replied: 0,
    expired: 0,
    failed: {},
    skipped: {},
    states: {},
    ...change,
  };
}

export function sampleCampaign(change: Partial<Campaign> = {}): Campaign {
  return {
    id: 3,
    companyId: 7,
    name: "Semana do bolo",
    status: "INATIVA",
    template1: null,
    template2: null,
    template3: null,
    template4: null,
    template5: null,
    confirmation: false,
    contactListId: 2,
    contactList: { id: 2, name: "Clientes" },
    tagListId: null,
    tagList: null,
    whatsappId: 1,
    whatsapp: { id: 1, name: "Loja Centro" },
    fileListId: null,
    fileList: null,
    campaignReplyQueueId: null,
    scheduledAt: null,
    startedAt: null,
    completedAt: null,
    pausedAt: null,
    pauseReason: null,
    message1: "Oi {nome}!",
    message2: "",
    message3: "",
    message4: "",
    message5: "",
    confirmationMessage1: "",
    confirmationMessage2: "",
    confirmationMessage3: "",
    confirmationMessage4: "",
    confirmationMessage5: "",
    mediaPath: null,
    mediaName: null,
    editable: true,
    report: sampleReport(),
    createdAt: "2026-11-20T12:00:00.000Z",
    updatedAt: "2026-11-20T12:00:00.000Z",
    ...change,
  };
}

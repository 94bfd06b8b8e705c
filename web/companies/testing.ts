import type { CompanyAnswer } from "#companies/contract.ts";

/** A company as the list shows it. */
export const sampleCompany = (fields: Partial<CompanyAnswer> = {}): CompanyAnswer => ({
  id: 7,
  name: "Padaria Central",
  email: "dono@padaria.example",
  phone: "11999990000",
  planId: 3,
  plan: {
    id: 3,
    name: "Prata",
    users: 10,
    connections: 2,
    queues: 5,
    value: 149.9,
    useCampaigns: true,
    useKanban: true,
    useOpenAi: true,
    useIntegrations: true,
    useSchedules: true,
    useInternalChat: true,
    useExternalApi: true,
  },
  status: true,
  dueDate: "2026-12-20",
  recurrence: "MENSAL",
  campaignsEnabled: true,
  settings: [{ key: "campaignsEnabled", value: "true" }],
  trialExpiration: null,
  createdAt: "2026-01-10T12:00:00.000Z",
  usage: { users: 3, connections: 2, queues: 1 },
  ...fields,
});

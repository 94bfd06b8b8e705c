import type { SessionUser } from "#accounts/auth/contract.ts";
import { PLAN_FLAGS, type PlanFlag } from "#accounts/companies/contract.ts";
import { ABILITIES } from "#accounts/users/contract.ts";

/** Ana, admin of Padaria Aurora, for tests. */
export function sampleUser(change: Partial<SessionUser> = {}): SessionUser {
  const flags = Object.fromEntries(PLAN_FLAGS.map((flag) => [flag, true])) as Record<PlanFlag, boolean>;
  return {
    id: 1,
    name: "Ana Souza",
    profile: "admin",
    online: true,
    away: false,
    queues: [{ id: 1, name: "Suporte", color: "#0fa37f", UserQueue: { queueId: 1 } }],
    email: "ana@aurora.com",
    companyId: 7,
    whatsappId: null,
    super: false,
    allTicket: "disable",
    signMessages: true,
    multiSession: false,
    maxOpenTickets: 0,
    openTickets: 0,
    lastSeenAt: null,
    abilities: [...ABILITIES],
    sessionId: 5,
    company: {
      id: 7,
      name: "Padaria Aurora",
      email: "contato@aurora.com",
      recurrence: "MENSAL",
      payer: null,
      dueDate: "2026-12-20",
      trialExpiration: null,
      heldSince: null,
      heldCompanies: 0,
      timeZone: "America/Sao_Paulo",
      plan: { id: 1, name: "Pro", users: 10, connections: 5, queues: 10, storageGb: 0, ...flags },
      brand: { name: "", logoUrl: null, sheetUrl: null, mark: "" },
      settings: [{ key: "campaignsEnabled", value: "true" }],
    },
    ...change,
  };
}

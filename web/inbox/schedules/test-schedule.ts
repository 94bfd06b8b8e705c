import type { Schedule } from "./schedules-api.ts";

/** Test data: a scheduled message that is not due yet. */
export function sampleSchedule(change: Partial<Schedule> = {}): Schedule {
  return {
    id: 1,
    template: null,
    body: "Bom dia, tudo bem?",
    contactId: 7,
    contact: { id: 7, name: "Marina Ribeiro", number: "5511988887777", profilePicUrl: null },
    sendAt: "2026-11-21T13:00:00.000Z",
    sentAt: null,
    status: "PENDENTE",
    error: null,
    userId: 1,
    user: { id: 1, name: "Ana" },
    whatsappId: null,
    whatsapp: null,
    mediaPath: null,
    mediaName: null,
    ticketId: null,
    recurrence: "none",
    lateLimitHours: 12,
    createdAt: "2026-11-20T12:00:00.000Z",
    updatedAt: "2026-11-20T12:00:00.000Z",
    ...change,
  };
}

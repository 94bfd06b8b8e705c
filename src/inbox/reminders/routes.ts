import { IdParams, MessageAnswer } from "#platform/http/contract.ts";
import { batchedWrite } from "#tenants/batched-write.ts";
import { route } from "#tenants/route.ts";
import { ReminderAnswer, ReminderBody, ReminderChange, ReminderList } from "./contract.ts";
import { changeReminder, createReminder, deleteReminder, listReminders } from "./reminders.ts";

const UNAUDITED = "changes only the caller's own marks";

export const reminderRoutes = [
  route({
    method: "GET",
    path: "/reminders",
    summary: "The caller's open reminders, the next one first",
    answer: ReminderList,
    handle: ({ ctx }) => listReminders(ctx),
  }),
  route({
    method: "POST",
    path: "/reminders",
    unaudited: UNAUDITED,
    summary: "Create a reminder of a ticket or a note for the caller",
    body: ReminderBody,
    answer: ReminderAnswer,
    handle: ({ ctx, body }) => batchedWrite(ctx.tenant, () => createReminder(ctx, body)),
  }),
  route({
    method: "PUT",
    path: "/reminders/:id",
    unaudited: UNAUDITED,
    summary: "Change an own reminder, or mark it as done",
    params: IdParams,
    body: ReminderChange,
    answer: ReminderAnswer,
    handle: ({ ctx, params, body }) => batchedWrite(ctx.tenant, () => changeReminder(ctx, params.id, body)),
  }),
  route({
    method: "DELETE",
    path: "/reminders/:id",
    unaudited: UNAUDITED,
    summary: "Delete an own reminder",
    params: IdParams,
    answer: MessageAnswer,
    handle: ({ ctx, params }) => {
      deleteReminder(ctx, params.id);
      return { message: "Reminder deleted" };
    },
  }),
];

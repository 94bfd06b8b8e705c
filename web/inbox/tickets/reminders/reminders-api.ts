import type {
  ReminderAnswer,
  ReminderBody,
  ReminderChange,
  ReminderList,
} from "#inbox/reminders/contract.ts";
import { api } from "#web/lib/api/api.ts";

/** The user's open reminders, the next one first. */
export const fetchReminders = async (): Promise<ReminderList["reminders"]> =>
  (await api.get<ReminderList>("/reminders")).reminders;

/** Throws ApiError 409 ERR_LIMIT_REACHED above 100 open reminders. */
export const createReminder = (body: ReminderBody): Promise<ReminderAnswer> => api.post("/reminders", body);

/** What is absent keeps its value. */
export const changeReminder = (id: number, change: ReminderChange): Promise<ReminderAnswer> =>
  api.put(`/reminders/${id}`, change);

export const deleteReminder = (id: number): Promise<unknown> => api.delete(`/reminders/${id}`);

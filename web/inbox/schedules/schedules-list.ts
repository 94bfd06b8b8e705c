import { signal } from "@preact/signals-react";
import type { ScheduleStatus } from "#inbox/scheduled-messages/contract.ts";
import { LiveList } from "#web/lib/lists/live-list.ts";
import type { Schedule } from "./schedules-api.ts";

/** Which rows the list shows; "" = all. */
export const statusFilter = signal<ScheduleStatus | "">("");

/**
 * The rows of the page in the server's order: latest first; with the filter for waiting messages the next one due
 * first.
 */
export const schedulesList = new LiveList<Schedule>({
  path: "/schedules",
  name: "schedules",
  channel: "schedule",
  query: () => ({ status: statusFilter.peek() }),
  fits: ({ status }) => statusFilter.peek() === "" || statusFilter.peek() === status,
  compare: (a, b) => {
    const [first, second] = statusFilter.peek() === "PENDENTE" ? [a, b] : [b, a];
    return first.sendAt.localeCompare(second.sendAt) || first.id - second.id;
  },
});

/** Shows only the rows of one state. */
export function filterByStatus(status: ScheduleStatus | ""): void {
  statusFilter.value = status;
  void schedulesList.list.reload();
}

import { DEFAULT_HOURS } from "#accounts/opening-hours/contract.ts";
import type { Queue } from "./queue-list.ts";

/** Vendas, the queue used in tests. */
export const sampleQueue = (change: Partial<Queue> = {}): Queue => ({
  id: 1,
  name: "Vendas",
  color: "#0b72c4",
  orderQueue: 1,
  greetingMessage: "{{greeting}}, {{firstName}}!",
  complationMessage: "",
  outOfHoursMessage: "",
  ratingMessage: "",
  token: "",
  integrationId: null,
  promptId: null,
  schedules: [...DEFAULT_HOURS],
  allowDistributedTickets: false,
  usersDistributedTickets: "",
  mediaPath: null,
  mediaName: null,
  hasOptions: false,
  ...change,
});

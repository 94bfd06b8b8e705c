import * as v from "valibot";
import type { QueueRef } from "#accounts/queues/contract.ts";
import { type ConnectionAnswer, CreateConnectionBody } from "#channels/connections/contract.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel, type Problem } from "#web/ui/form/form-model.ts";
import type { ConnectionCalls } from "./connections-api.ts";

/** Numbers are kept as typed; the contract turns them into numbers. */
export interface ConnectionValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly isDefault: boolean;
  readonly queueIds: readonly number[];
  readonly greetingMessage: string;
  readonly complationMessage: string;
  readonly outOfHoursMessage: string;
  readonly ratingMessage: string;
  readonly expiresInactiveMessage: string;
  readonly sendIdQueue: number;
  readonly timeSendQueue: string;
  readonly maxUseBotQueues: string;
  readonly timeUseBotQueues: string;
  readonly expiresTicket: string;
  readonly timeCreateNewTicket: string;
  readonly ratingTimeout: string;
  readonly outOfHoursRepeat: string;
  readonly keepUserOnReopen: boolean;
  readonly token: string;
  /** 0 = none. */
  readonly promptId: number;
  readonly integrationId: number;
  readonly proxyUrl: string;
  readonly sendIntervalMs: string;
  readonly apiRatePerMinute: string;
  readonly provider: "beta" | "stable" | "cloud";
  readonly importHistory: boolean;
  readonly newNumber: boolean;
}
/** The fields that hold a number. */
export type NumberField =
  | "timeSendQueue"
  | "maxUseBotQueues"
  | "timeUseBotQueues"
  | "expiresTicket"
  | "timeCreateNewTicket"
  | "ratingTimeout"
  | "outOfHoursRepeat"
  | "sendIntervalMs"
  | "apiRatePerMinute";

/** Which tab a field stands on; the first with a problem comes to the front. */
export const TABS = ["general", "messages", "limits", "advanced"] as const;
export type FormTab = (typeof TABS)[number];
const TAB_OF: Readonly<Record<string, FormTab>> = {
  name: "general",
  isDefault: "general",
  queueIds: "general",
  greetingMessage: "general",
  complationMessage: "messages",
  outOfHoursMessage: "messages",
  ratingMessage: "messages",
  expiresInactiveMessage: "messages",
  token: "advanced",
  promptId: "general",
  integrationId: "general",
  proxyUrl: "advanced",
  sendIntervalMs: "advanced",
  apiRatePerMinute: "advanced",
  provider: "advanced",
  importHistory: "advanced",
  newNumber: "advanced",
};

/** The tab to show for some problems, null when there are none. */
export function tabOfProblems(problems: Readonly<Record<string, Problem>>): FormTab | null {
  const tabs = Object.keys(problems).map((name) => TAB_OF[name] ?? "limits");
  return TABS.find((tab) => tabs.includes(tab)) ?? null;
}

/** A menu of queues needs a text above it (docs/rules/connections.md#saving): known before the server says so. */
const schema = v.pipe(
  CreateConnectionBody,
  v.forward(
    v.partialCheck(
      [["queueIds"], ["greetingMessage"]],
      ({ queueIds, greetingMessage }) => (queueIds?.length ?? 0) < 2 || (greetingMessage ?? "").trim() !== "",
      "required",
    ),
    ["greetingMessage"],
  ),
);

/** What a connection looks like in the form; defaults of docs/rules/connections.md#saving for a new one. */
function valuesOf(connection: Partial<ConnectionAnswer> | null): ConnectionValues {
  const given = connection ?? {};
  return {
    name: given.name ?? "",
    isDefault: given.isDefault ?? false,
    queueIds: given.queues?.map(({ id }) => id) ?? [],
    greetingMessage: given.greetingMessage ?? "",
    complationMessage: given.complationMessage ?? "",
    outOfHoursMessage: given.outOfHoursMessage ?? "",
    ratingMessage: given.ratingMessage ?? "",
    expiresInactiveMessage: given.expiresInactiveMessage ?? "",
    sendIdQueue: given.sendIdQueue ?? 0,
    timeSendQueue: String(given.timeSendQueue ?? 0),
    maxUseBotQueues: String(given.maxUseBotQueues ?? 3),
    timeUseBotQueues: String(given.timeUseBotQueues ?? 0),
    expiresTicket: String(given.expiresTicket ?? 0),
    timeCreateNewTicket: String(given.timeCreateNewTicket ?? 60),
    ratingTimeout: String(given.ratingTimeout ?? 30),
    outOfHoursRepeat: String(given.outOfHoursRepeat ?? 60),
    keepUserOnReopen: given.keepUserOnReopen ?? false,
    token: given.token ?? "",
    promptId: given.promptId ?? 0,
    integrationId: given.integrationId ?? 0,
    proxyUrl: given.proxyUrl ?? "",
    sendIntervalMs: String(given.sendIntervalMs ?? 250),
    apiRatePerMinute: String(given.apiRatePerMinute ?? 60),
    provider: given.provider ?? "beta",
    importHistory: given.importHistory ?? false,
    newNumber: given.newNumber ?? false,
  };
}

/**
 * The lines of the menu as customers get them below the greeting; none with fewer than two queues
 * (docs/rules/queue-menu.md#menu).
 */
export function menuLines(queues: readonly QueueRef[], chosen: readonly number[]): string {
  const offered = queues.filter(({ id }) => chosen.includes(id));
  return offered.length < 2 ? "" : offered.map(({ name }, index) => `*${index + 1}* - ${name}`).join("\n");
}

/** Redirection to a queue this connection does not feed does nothing (docs/rules/automation.md#redirection). */
export const isStray = ({
  sendIdQueue,
  queueIds,
}: Pick<ConnectionValues, "sendIdQueue" | "queueIds">): boolean =>
  sendIdQueue !== 0 && !queueIds.includes(sendIdQueue);

export interface ConnectionFormOptions {
  readonly connection: Connection | null;
  readonly calls: Pick<ConnectionCalls, "create" | "update">;
  readonly onSaved: (saved: ConnectionAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Adds a connection, or changes the one given. */
export function createConnectionForm(options: ConnectionFormOptions): FormModel<ConnectionValues> {
  const { connection, calls, onSaved, onFailure } = options;
  return new FormModel<ConnectionValues>({
    initial: valuesOf(connection),
    schema,
    delayMs: ADMIN_SUBMIT_DELAY_MS,
    onFailure,
    submit: async (values) => {
      const body = { ...values, queueIds: [...values.queueIds] };
      onSaved(await (connection ? calls.update(connection.id, body) : calls.create(body)));
    },
  });
}

/** A token nobody guesses: 32 letters and digits. */
export function randomToken(): string {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
  const bytes = crypto.getRandomValues(new Uint8Array(64));
  // Bytes past the last full round are left out, so that no letter is likelier than another.
  const fair = [...bytes].filter((byte) => byte < letters.length * 4);
  return fair
    .slice(0, 32)
    .map((byte) => letters[byte % letters.length])
    .join("");
}

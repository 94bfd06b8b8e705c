import * as v from "valibot";
import type { QueueRef } from "#accounts/queues/contract.ts";
import { type ConnectionAnswer, CreateConnectionBody } from "#channels/connections/contract.ts";
import type { ConnectionCalls } from "#web/channels/connections/connections-api.ts";
import type { Connection } from "#web/lib/lists/connections.ts";
import { ADMIN_SUBMIT_DELAY_MS, FormModel, type Problem } from "#web/ui/form/form-model.ts";

/** Numbers are strings as typed; the contract parses them. */
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
  readonly newChatsPerDay: string;
  readonly provider: "beta" | "stable" | "cloud";
  readonly importHistory: boolean;
  readonly newNumber: boolean;
  readonly reconcileChats: string;
  readonly bundleFor: "off" | "automatic" | "everybody";
  readonly bundleSeconds: string;
}
export type NumberField =
  | "timeSendQueue"
  | "maxUseBotQueues"
  | "timeUseBotQueues"
  | "expiresTicket"
  | "timeCreateNewTicket"
  | "ratingTimeout"
  | "outOfHoursRepeat"
  | "sendIntervalMs"
  | "apiRatePerMinute"
  | "newChatsPerDay"
  | "reconcileChats"
  | "bundleSeconds";

/** Tabs in display order; the form opens the first tab with a problem. */
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
  newChatsPerDay: "advanced",
  provider: "advanced",
  importHistory: "advanced",
  newNumber: "advanced",
  reconcileChats: "advanced",
  bundleFor: "advanced",
  bundleSeconds: "advanced",
};

/** The tab to show for these problems; null without problems. */
export function tabOfProblems(problems: Readonly<Record<string, Problem>>): FormTab | null {
  const tabs = Object.keys(problems).map((name) => TAB_OF[name] ?? "limits");
  return TABS.find((tab) => tabs.includes(tab)) ?? null;
}

/** Two or more queues form a menu, which needs a greeting (docs/rules/connections.md#saving); checked before the request. */
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

/** Form values of a connection; a new one gets the defaults of docs/rules/connections.md#saving. */
function valuesOf(connection: Partial<ConnectionAnswer> | null): ConnectionValues {
  const stored = connection ?? {};
  return {
    name: stored.name ?? "",
    isDefault: stored.isDefault ?? false,
    queueIds: stored.queues?.map(({ id }) => id) ?? [],
    greetingMessage: stored.greetingMessage ?? "",
    complationMessage: stored.complationMessage ?? "",
    outOfHoursMessage: stored.outOfHoursMessage ?? "",
    ratingMessage: stored.ratingMessage ?? "",
    expiresInactiveMessage: stored.expiresInactiveMessage ?? "",
    sendIdQueue: stored.sendIdQueue ?? 0,
    timeSendQueue: String(stored.timeSendQueue ?? 0),
    maxUseBotQueues: String(stored.maxUseBotQueues ?? 3),
    timeUseBotQueues: String(stored.timeUseBotQueues ?? 0),
    expiresTicket: String(stored.expiresTicket ?? 0),
    timeCreateNewTicket: String(stored.timeCreateNewTicket ?? 60),
    ratingTimeout: String(stored.ratingTimeout ?? 30),
    outOfHoursRepeat: String(stored.outOfHoursRepeat ?? 60),
    keepUserOnReopen: stored.keepUserOnReopen ?? false,
    token: stored.token ?? "",
    promptId: stored.promptId ?? 0,
    integrationId: stored.integrationId ?? 0,
    proxyUrl: stored.proxyUrl ?? "",
    sendIntervalMs: String(stored.sendIntervalMs ?? 250),
    apiRatePerMinute: String(stored.apiRatePerMinute ?? 60),
    newChatsPerDay: String(stored.newChatsPerDay ?? 30),
    provider: stored.provider ?? "beta",
    importHistory: stored.importHistory ?? false,
    newNumber: stored.newNumber ?? false,
    reconcileChats: String(stored.reconcileChats ?? 30),
    bundleFor: stored.bundleFor ?? "off",
    bundleSeconds: String(stored.bundleSeconds ?? 3),
  };
}

/**
 * The rows of the queue menu as customers see them below the greeting; empty with fewer than two queues
 * (docs/rules/queue-menu.md#menu).
 */
export function menuLines(queues: readonly QueueRef[], chosen: readonly number[]): string {
  const offered = queues.filter(({ id }) => chosen.includes(id));
  return offered.length < 2 ? "" : offered.map(({ name }, index) => `*${index + 1}* - ${name}`).join("\n");
}

/** Redirection to a queue that the connection does not serve has no effect (docs/rules/automation.md#redirection). */
export const redirectsToUnservedQueue = ({
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

/** A random token of 32 letters and digits. */
export function randomToken(): string {
  const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
  const bytes = crypto.getRandomValues(new Uint8Array(64));
  // Rejection sampling: bytes above the last multiple of the alphabet's length would favour its first letters.
  const fair = [...bytes].filter((byte) => byte < letters.length * 4);
  return fair
    .slice(0, 32)
    .map((byte) => letters[byte % letters.length])
    .join("");
}

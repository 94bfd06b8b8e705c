import * as v from "valibot";
import { DEFAULT_HOURS, type OpeningSpan } from "#accounts/opening-hours/contract.ts";
import { type QueueAnswer, QueueBody } from "#accounts/queues/contract.ts";
import { PALETTE } from "#web/ui/field/color-field.tsx";
import { type FileChange, KEEP_FILE } from "#web/ui/field/file-input.tsx";
import { ADMIN_SUBMIT_DELAY_MS, FormModel, type Problem } from "#web/ui/form/form-model.ts";
import type { Queue } from "./queue-list.ts";
import type { QueueCalls } from "./queues-api.ts";

export interface QueueValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly color: string;
  /** Position in the menu, as typed. */
  readonly orderQueue: string;
  readonly token: string;
  /** 0 = no integration or prompt. */
  readonly promptId: number;
  readonly integrationId: number;
  readonly greetingMessage: string;
  readonly greetingFile: FileChange;
  readonly complationMessage: string;
  readonly ratingMessage: string;
  readonly outOfHoursMessage: string;
  readonly schedules: readonly OpeningSpan[];
  readonly allowDistributedTickets: boolean;
  readonly usersDistributedTickets: readonly number[];
}

/** The tab of each field; the form opens the first tab with an error. */
export const TABS = ["general", "texts", "hours", "distribution", "bot"] as const;
export type FormTab = (typeof TABS)[number];
const TAB_OF: Readonly<Record<string, FormTab>> = {
  name: "general",
  color: "general",
  orderQueue: "general",
  token: "general",
  greetingMessage: "texts",
  complationMessage: "texts",
  ratingMessage: "texts",
  outOfHoursMessage: "texts",
  schedules: "hours",
  allowDistributedTickets: "distribution",
};

/** The tab of the first error; null without one. */
export const tabOfProblems = (problems: Readonly<Record<string, Problem>>): FormTab | null =>
  TABS.find((tab) => Object.keys(problems).some((field) => TAB_OF[field] === tab)) ?? null;

/** The distribution needs at least two users (docs/rules/distribution.md#set-up). */
export const FEWEST_USERS = 2;

const schema = v.pipe(
  v.object({
    ...QueueBody.entries,
    allowDistributedTickets: v.boolean(),
    usersDistributedTickets: v.array(v.number()),
  }),
  v.forward(
    v.check(
      ({ allowDistributedTickets, usersDistributedTickets }) =>
        !allowDistributedTickets || usersDistributedTickets.length >= FEWEST_USERS,
      "too_short",
    ),
    ["allowDistributedTickets"],
  ),
);

const CODES: Readonly<Record<string, Readonly<Record<string, Problem>>>> = {
  ERR_NAME_IN_USE: { name: "in_use" },
  ERR_QUEUE_COLOR_ALREADY_EXISTS: { color: "in_use" },
  ERR_DISTRIBUTION_NEEDS_USERS: { allowDistributedTickets: "too_short" },
};

/** The first unused default colour; a generated one when all are used. */
export function freeColor(taken: readonly string[]): string {
  const used = new Set(taken.map((color) => color.toLowerCase()));
  const free = PALETTE.find((color) => !used.has(color));
  if (free) return free;
  for (let step = 1; ; step += 1) {
    const color = `#${((step * 0x2f6b35) % 0x1000000).toString(16).padStart(6, "0")}`;
    if (!used.has(color)) return color;
  }
}

/** Initial values of the form: the queue, or the next menu position with an unused colour. */
export function valuesOf(queue: Queue | null, others: readonly Queue[]): QueueValues {
  const last = Math.max(0, ...others.map(({ orderQueue }) => orderQueue));
  const listed = queue?.usersDistributedTickets ? queue.usersDistributedTickets.split(";").map(Number) : [];
  return {
    name: queue?.name ?? "",
    color: queue?.color ?? freeColor(others.map(({ color }) => color)),
    orderQueue: String(queue?.orderQueue ?? last + 1),
    token: queue?.token ?? "",
    promptId: queue?.promptId ?? 0,
    integrationId: queue?.integrationId ?? 0,
    greetingMessage: queue?.greetingMessage ?? "",
    greetingFile: KEEP_FILE,
    complationMessage: queue?.complationMessage ?? "",
    ratingMessage: queue?.ratingMessage ?? "",
    outOfHoursMessage: queue?.outOfHoursMessage ?? "",
    schedules: queue?.schedules ?? DEFAULT_HOURS,
    allowDistributedTickets: queue?.allowDistributedTickets ?? false,
    usersDistributedTickets: listed,
  };
}

export interface QueueFormOptions {
  /** Null adds a new queue. */
  readonly queue: Queue | null;
  readonly others: readonly Queue[];
  readonly calls: Pick<QueueCalls, "create" | "update" | "putFile" | "removeFile">;
  /** Saves the draft of the chatbot's options; throws when the server refuses one. */
  readonly saveOptions?: () => Promise<void>;
  readonly onSaved: (saved: QueueAnswer) => void;
  /** The queue was saved, but its file was not. */
  readonly onFileFailed: (error: unknown) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Adds a queue or edits the given one; its file is uploaded after the queue is saved. */
export function createQueueForm(options: QueueFormOptions): FormModel<QueueValues> {
  const { queue, others, calls, saveOptions, onSaved, onFileFailed, onFailure } = options;
  return new FormModel<QueueValues>({
    initial: valuesOf(queue, others),
    schema,
    delayMs: ADMIN_SUBMIT_DELAY_MS,
    fieldsOfCode: CODES,
    onFailure,
    submit: async ({ greetingFile, ...values }) => {
      const body = {
        ...values,
        schedules: [...values.schedules],
        usersDistributedTickets: [...values.usersDistributedTickets],
      };
      const saved = await (queue ? calls.update(queue.id, body) : calls.create(body));
      await saveOptions?.();
      onSaved(await withFile(saved, greetingFile));
    },
  });

  async function withFile(saved: QueueAnswer, change: FileChange): Promise<QueueAnswer> {
    try {
      if (change.kind === "put") return await calls.putFile(saved.id, change.file);
      return change.kind === "remove" ? await calls.removeFile(saved.id) : saved;
    } catch (error) {
      onFileFailed(error);
      return saved;
    }
  }
}

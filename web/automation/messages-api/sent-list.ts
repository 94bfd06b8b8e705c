import { signal } from "@preact/signals-react";
import type { SentLine } from "#automation/public-api/contract.ts";
import { Collection } from "#web/lib/lists/collection.ts";
import { PagedList } from "#web/lib/lists/paged-list.ts";
import { messagesApiCalls } from "./messages-api-api.ts";

/** Messages sent through the API, newest first, of all connections or of one. */
export class SentList {
  /** Null: all connections. */
  readonly whatsappId = signal<number | null>(null);
  readonly list: PagedList<SentLine>;
  #last: number | undefined;

  constructor(calls: Pick<typeof messagesApiCalls, "history"> = messagesApiCalls) {
    this.list = new PagedList<SentLine>({
      collection: new Collection<SentLine>({ record: "message", id: "messageId" }),
      fetchPage: async ({ pageNumber }) => {
        const before = pageNumber === 1 ? undefined : this.#last;
        const whatsappId = this.whatsappId.peek() ?? undefined;
        const { messages, hasMore } = await calls.history({ before, whatsappId });
        this.#last = messages.at(-1)?.id ?? before;
        return { items: messages, hasMore };
      },
    });
  }

  /** Filters by connection. */
  choose(whatsappId: number | null): void {
    if (this.whatsappId.peek() === whatsappId) return;
    this.whatsappId.value = whatsappId;
    this.list.reset();
    void this.list.reload();
  }
}

type SentState = "queued" | "sending" | "sent" | "received" | "read" | "failed" | "cancelled";

/**
 * State of a message: its outbox status until it is sent, then its receipt (`ack` of
 * docs/rules/messages.md#fields).
 */
export function sentState({ status, ack }: Pick<SentLine, "status" | "ack">): SentState {
  if (status !== "sent") return status;
  if (ack >= 3) return "read";
  return ack === 2 ? "received" : "sent";
}

export const STATE_TONES = {
  queued: "waiting",
  sending: "waiting",
  sent: "neutral",
  received: "primary",
  read: "success",
  failed: "danger",
  cancelled: "neutral",
} as const satisfies Record<SentState, string>;

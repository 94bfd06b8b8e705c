import { type CallParts, graphError } from "./call.ts";
import type { CloudNumber } from "./cloud-book.ts";
import { cloudWebhook } from "./cloud-people.ts";

/** Requests contacts or history of a number in the WhatsApp Business app; a second request of a kind does nothing. */
export async function requestSync(number: CloudNumber, { request }: CallParts): Promise<Response> {
  const { sync_type: type, messaging_product: product } = (await request.json()) as Record<string, string>;
  if (!number.isInApp || product !== "whatsapp" || !["history", "smb_app_state_sync"].includes(type ?? ""))
    return graphError(400, 100, "Invalid parameter");
  number.syncs = [...(number.syncs ?? []), type ?? ""];
  return Response.json({ messaging_product: "whatsapp", request_id: `sync-${number.syncs.length}` });
}

export interface OldMessage {
  readonly id: string;
  /** Phone of the customer. */
  readonly customer: string;
  readonly fromMe: boolean;
  readonly text: string;
  /** Time in ms. */
  readonly at: number;
  /** True: the message has a file, which comes in a later call. */
  readonly hasFile?: boolean;
}
export interface HistoryChunk {
  readonly phase: number;
  readonly progress: number;
  readonly order?: number;
  readonly messages: readonly OldMessage[];
  /** Adds characters to the body, so that it is as large as Meta's. */
  readonly padding?: number;
}

/** One call with a part of the history. */
export function historyWebhook(number: CloudNumber, chunk: HistoryChunk): object {
  const { phase, progress, order = 1, messages, padding = 0 } = chunk;
  const threads = new Map<string, object[]>();
  for (const { id, customer, fromMe, text, at, hasFile = false } of messages) {
    const list = threads.get(customer) ?? [];
    threads.set(customer, list);
    list.push({
      ...{ id, timestamp: String(Math.floor(at / 1000)) },
      ...(fromMe ? { from: number.phone, to: customer } : { from: customer }),
      ...(hasFile ? { type: "media_placeholder" } : { type: "text", text: { body: text } }),
      history_context: { status: fromMe ? "READ" : "READ" },
    });
  }
  return cloudWebhook(
    number,
    {
      history: [
        {
          metadata: { phase, chunk_order: order, progress },
          threads: [...threads].map(([id, list]) => ({ id, messages: list })),
          ...(padding > 0 && { padding: "x".repeat(padding) }),
        },
      ],
    },
    "history",
  );
}

/** The owner did not allow the history. */
export const historyDeclined = (number: CloudNumber): object =>
  cloudWebhook(
    number,
    { history: [{ errors: [{ code: 2_593_109, title: "History sync is turned off" }] }] },
    "history",
  );

/** Entries of the phone's address book. */
export const addressBookWebhook = (
  number: CloudNumber,
  entries: readonly { readonly name: string; readonly phone: string }[],
): object =>
  cloudWebhook(
    number,
    {
      state_sync: entries.map(({ name, phone }) => ({
        ...{ type: "contact", action: "add" },
        contact: { full_name: name, first_name: name.split(" ")[0], phone_number: phone },
      })),
    },
    "smb_app_state_sync",
  );

/** The owner ended the connection in the app, or restored it. */
export const offboardingWebhook = (
  businessId: string,
  event: "ACCOUNT_OFFBOARDED" | "ACCOUNT_RECONNECTED",
): object => ({
  object: "whatsapp_business_account",
  entry: [{ id: businessId, time: 1, changes: [{ field: "account_update", value: { event } }] }],
});

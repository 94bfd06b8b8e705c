import { type CloudNumber, cloudOf } from "./cloud-book.ts";
import type { Pressable } from "./cloud-calls.ts";
import { pricingOf } from "./cloud-pricing.ts";
import type { GraphSimulator } from "./server.ts";

/** The body of a webhook about an official number. */
export const cloudWebhook = (number: CloudNumber, value: object, field = "messages"): object => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: number.businessId,
      changes: [
        {
          field,
          value: {
            messaging_product: "whatsapp",
            metadata: { display_phone_number: number.phone, phone_number_id: number.id },
            ...value,
          },
        },
      ],
    },
  ],
});

/** The body of a webhook about a template; it names the business account and no number. */
export const templateWebhook = (
  businessId: string,
  name: string,
  event: string,
  reason = "NONE",
  /** Why a template is paused: FIRST_PAUSE, SECOND_PAUSE. */
  title = "",
): object => ({
  object: "whatsapp_business_account",
  entry: [
    {
      id: businessId,
      time: 1,
      changes: [
        {
          field: "message_template_status_update",
          value: {
            event,
            message_template_id: 1,
            message_template_name: name,
            message_template_language: "pt_BR",
            reason,
            ...(title !== "" && { other_info: { title, description: "Low quality" } }),
          },
        },
      ],
    },
  ],
});

/** A customer of an official number; without a phone number they have a business-scoped id. */
export interface CloudCustomer {
  readonly name: string;
  readonly phone?: string;
  readonly userId?: string;
  readonly username?: string;
}

/** The actions of a customer on their phone. */
export function customerOf(simulator: GraphSimulator, number: CloudNumber, customer: CloudCustomer) {
  const { book } = simulator;
  const { name, phone, userId, username } = customer;
  const seconds = (at: number) => String(Math.floor(at / 1000));
  const body = (message: object, at: number) =>
    cloudWebhook(number, {
      contacts: [
        {
          profile: { name, ...(username && { username }) },
          ...(phone && { wa_id: phone }),
          ...(userId && { user_id: userId }),
        },
      ],
      messages: [
        {
          timestamp: seconds(at),
          ...(phone && { from: phone }),
          ...(userId && { from_user_id: userId }),
          ...message,
        },
      ],
    });
  const sends = (message: object, { at = book.now(), id = book.newId("wamid.C") } = {}) => {
    for (const key of [phone, userId]) if (key) cloudOf(book).wroteAt.set(`${number.id}:${key}`, at);
    simulator.deliver(body({ id, ...message }, at));
    return id;
  };
  return {
    ...customer,
    /** The webhook of any message, for tests that post it twice or in another order. */
    body,
    writes: (text: string, more: { readonly at?: number; readonly id?: string } = {}) =>
      sends({ type: "text", text: { body: text } }, more),
    sends,
    sendsFile(
      type: "image" | "audio" | "video" | "document",
      bytes: Uint8Array<ArrayBuffer>,
      mime: string,
      more: object = {},
    ) {
      const id = book.newId("31");
      book.files.set(id, { bytes, type: mime });
      return sends({ type, [type]: { id, mime_type: mime, ...more } });
    },
    presses: (option: Pressable, kind: "list_reply" | "button_reply" = "list_reply") =>
      sends({ type: "interactive", interactive: { type: kind, [kind]: option } }),
    reacts: (messageId: string, emoji: string) =>
      sends({ type: "reaction", reaction: { message_id: messageId, emoji } }),
    /** Arrives by an ad: the answers of the next 72 hours are free. */
    comesByAd(text: string) {
      for (const key of [phone, userId])
        if (key) pricingOf(book).freeUntil.set(`${number.id}:${key}`, book.now() + 72 * 60 * 60_000);
      return sends({ type: "text", text: { body: text }, referral: { source_type: "ad", source_id: "1" } });
    },
    /** Writes while Meta's own agent answers: only a `standby` webhook is sent. */
    writesToMetaAgent(text: string) {
      const id = book.newId("wamid.M");
      const message = { from: phone, id, timestamp: seconds(book.now()), type: "text", text: { body: text } };
      simulator.deliver(cloudWebhook(number, { standby: [message] }, "standby"));
      return id;
    },
    /** The phone of the number writes to this customer (coexistence). */
    isWrittenTo(text: string) {
      const id = book.newId("wamid.E");
      void simulator.post(
        cloudWebhook(
          number,
          {
            message_echoes: [
              {
                id,
                from: number.phone,
                to: phone,
                timestamp: seconds(book.now()),
                type: "text",
                text: { body: text },
              },
            ],
          },
          "smb_message_echoes",
        ),
      );
      return id;
    },
  };
}

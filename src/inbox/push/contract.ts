import * as v from "valibot";
import type { NotificationKind } from "#accounts/users/contract.ts";
import { ShortText } from "#platform/http/contract.ts";

const base64url = (characters: number) =>
  v.pipe(ShortText, v.length(characters), v.regex(/^[A-Za-z0-9_-]+$/));

/** A subscription from the browser's push service, and which data its notifications may contain. */
export const PushBody = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(1000), v.url()),
  /** The browser's public key (65 bytes) and the shared secret (16 bytes). */
  keys: v.object({ p256dh: base64url(87), auth: base64url(22) }),
  language: v.picklist(["pt", "en", "es"]),
  /** Whether notifications show the beginning of the message beside the name. */
  preview: v.boolean(),
});
export type PushBody = v.InferOutput<typeof PushBody>;

export const PushState = v.object({
  /** The VAPID public key with which the browser subscribes. */
  publicKey: v.string(),
  /** The caller's device; null = not subscribed. */
  device: v.nullable(v.object({ preview: v.boolean() })),
});
export type PushState = v.InferOutput<typeof PushState>;

/**
 * The outcome of a notification. `gone`: the push service no longer knows the device, which is deleted; `refused`: the
 * push service rejected the notification; `unreachable`: the push service did not answer.
 */
export const PushOutcome = v.picklist(["sent", "gone", "refused", "unreachable"]);
export type PushOutcome = v.InferOutput<typeof PushOutcome>;
export const PushTestAnswer = v.object({ outcome: PushOutcome });

/** Name and icon that the device shows with the notification; "" and null = those of the product. */
interface PushBrand {
  readonly name: string;
  /** URL of the icon. */
  readonly icon: string | null;
}

/** The data sent to a device; the device composes the texts. Payloads of an earlier release have no brand. */
export type PushPayload = { readonly brand?: PushBrand } & PushWords;
type PushWords =
  | { readonly kind: "test"; readonly language: string }
  | {
      readonly kind: "personal";
      readonly about: NotificationKind;
      readonly language: string;
      readonly notificationId: number;
      /** Null when the notification is not about a ticket, or the user may no longer see the ticket. */
      readonly uuid: string | null;
      /** Name of the contact; "" without a ticket. */
      readonly name: string;
      /** Name of the user who caused the notification; "" = the product. */
      readonly by: string;
    }
  | {
      readonly kind: "message" | "transfer";
      readonly language: string;
      readonly ticketId: number;
      readonly uuid: string;
      /** Name of the contact. */
      readonly name: string;
      /** Beginning of the message; null when the device has previews disabled. */
      readonly text: string | null;
      /** Number of tickets with unread messages, for the app's badge; payloads of an earlier release do not have it. */
      readonly unread?: number;
    };

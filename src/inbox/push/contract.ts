import * as v from "valibot";
import { ShortText } from "#platform/http/contract.ts";

const base64url = (characters: number) =>
  v.pipe(ShortText, v.length(characters), v.regex(/^[A-Za-z0-9_-]+$/));

/** What the browser's push service gave, and what is to be sent there. */
export const PushBody = v.object({
  endpoint: v.pipe(v.string(), v.maxLength(1000), v.url()),
  /** The browser's public key (65 bytes) and the shared secret (16 bytes). */
  keys: v.object({ p256dh: base64url(87), auth: base64url(22) }),
  language: v.picklist(["pt", "en", "es"]),
  /** Whether the beginning of a message is shown beside the name. */
  preview: v.boolean(),
});
export type PushBody = v.InferOutput<typeof PushBody>;

export const PushState = v.object({
  /** What the browser subscribes with. */
  publicKey: v.string(),
  /** The device of the caller; null = not subscribed. */
  device: v.nullable(v.object({ preview: v.boolean() })),
});
export type PushState = v.InferOutput<typeof PushState>;

/**
 * How a sending ended. `gone`: the push service no longer knows the device, which is forgotten; `refused`: it took the
 * message not; `unreachable`: it did not answer.
 */
export const PushOutcome = v.picklist(["sent", "gone", "refused", "unreachable"]);
export type PushOutcome = v.InferOutput<typeof PushOutcome>;
export const PushTestAnswer = v.object({ outcome: PushOutcome });

/** Under whose name and sign the device shows it; "" and null are the product's. */
interface PushBrand {
  readonly name: string;
  /** Address of the icon. */
  readonly icon: string | null;
}

/** What the device is sent; texts are put together there. Left out by an earlier release: the brand. */
export type PushPayload = { readonly brand?: PushBrand } & PushWords;
type PushWords =
  | { readonly kind: "test"; readonly language: string }
  | {
      readonly kind: "message" | "transfer";
      readonly language: string;
      readonly ticketId: number;
      readonly uuid: string;
      /** Of the contact. */
      readonly name: string;
      /** Beginning of the message; null when the device has previews off. */
      readonly text: string | null;
      /** Tickets with something unread, for the sign on the app; left out by an earlier release. */
      readonly unread?: number;
    };

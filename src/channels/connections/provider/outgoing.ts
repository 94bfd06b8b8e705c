import type { MediaKind } from "./inbound.ts";

/** `id` comes back when it is pressed; `description` stands below it in lists. */
export interface Choice {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
}

export type OutgoingContent =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "media";
      readonly kind: MediaKind;
      /** Absolute path of the file to send, already in the form the network wants. */
      readonly path: string;
      readonly mimeType: string;
      readonly fileName: string;
      readonly caption: string;
      readonly voice: boolean;
      /** Seconds, for audio. */
      readonly duration: number | null;
    }
  | {
      readonly type: "location";
      readonly latitude: number;
      readonly longitude: number;
      readonly name: string;
      readonly address: string;
    }
  | {
      readonly type: "contacts";
      readonly cards: readonly { readonly name: string; readonly vcard: string }[];
    }
  /** Official WhatsApp: a text the network approved; `components` in the network's own form, values filled in. */
  | {
      readonly type: "template";
      readonly name: string;
      readonly language: string;
      readonly components: readonly Readonly<Record<string, unknown>>[];
      /** A picture, a film or a document at its head. */
      readonly heading?: {
        readonly kind: Exclude<MediaKind, "audio">;
        /** Absolute path. */
        readonly path: string;
        readonly mimeType: string;
        readonly fileName: string;
      };
    }
  /** Something to press instead of typing, within `choice-limits.ts`; a network that has none gets the text. */
  | {
      readonly type: "choices";
      readonly text: string;
      readonly options: readonly Choice[];
      readonly style: "list" | "button";
    }
  | { readonly type: "edit"; readonly targetId: string; readonly text: string }
  /** `targetParticipant`: address of the author, needed in groups when the target is not ours. */
  | {
      readonly type: "revoke";
      readonly targetId: string;
      readonly targetFromMe: boolean;
      readonly targetParticipant?: string | null;
    }
  /** An empty `emoji` takes the reaction back. */
  | {
      readonly type: "reaction";
      readonly targetId: string;
      readonly targetFromMe: boolean;
      readonly targetParticipant?: string | null;
      readonly emoji: string;
    };

export interface OutgoingMessage {
  /** Address of the chat: `contact_identity.address`. */
  readonly to: string;
  /** Made and stored by us before handing over (docs/rules/messages.md#outbox); `newMessageId` makes one. */
  readonly providerId: string;
  /**
   * Page channels: a person answers outside the 24 hours, within the seven days the network allows
   * (docs/rules/official-channels.md#connecting).
   */
  readonly humanAgent?: boolean;
  readonly content: OutgoingContent;
  readonly quoted: {
    readonly providerId: string;
    readonly body: string;
    readonly fromMe: boolean;
    readonly participant: string | null;
  } | null;
}

/**
 * What became of a hand-over. `accepted`: taken, under an id the network made. `written`: on the wire, the ack comes later as an `ack` event; when the session
 * closes before that ack, hand the message over again with the same id (the network and the phones drop the
 * second copy); of a stand-in id (`stand-in-id.ts`) it means that nobody knows, and it is never handed over again.
 * `retry`: trouble of the network or the session, try again later with the same id; with `pauseMs` the network wants
 * nothing of this connection for so long, which counts no try.
 * `refused`: final, `code` is an ERR_* or a reason of the network.
 */
export type SendResult =
  | { readonly state: "accepted"; readonly providerId: string }
  | { readonly state: "written" }
  | { readonly state: "retry"; readonly detail: string; readonly pauseMs?: number }
  | { readonly state: "refused"; readonly code: string; readonly detail: string };

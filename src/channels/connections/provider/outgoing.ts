import type { MediaKind } from "./inbound.ts";
import type { LinkPreview } from "./link-preview.ts";

/** `id` is returned when the option is pressed; `description` is shown below it in lists. */
export interface Choice {
  readonly id: string;
  readonly title: string;
  readonly description?: string;
}

export type OutgoingContent =
  /** `preview`: sent along where the network does not make previews itself. */
  | { readonly type: "text"; readonly text: string; readonly preview?: LinkPreview }
  | {
      readonly type: "media";
      readonly kind: MediaKind;
      /** Absolute path of the file to send, already in the format that the network requires. */
      readonly path: string;
      readonly mimeType: string;
      readonly fileName: string;
      readonly caption: string;
      readonly voice: boolean;
      /** Duration in seconds, for audio. */
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
  /** Official WhatsApp: an approved template; `components` in the network's own form, with values. */
  | {
      readonly type: "template";
      readonly name: string;
      readonly language: string;
      readonly components: readonly Readonly<Record<string, unknown>>[];
      /** The image, video or document in its header. */
      readonly heading?: {
        readonly kind: Exclude<MediaKind, "audio">;
        /** Absolute path of the file. */
        readonly path: string;
        readonly mimeType: string;
        readonly fileName: string;
      };
    }
  /** Options to press, within `CHOICE_LIMITS`; on a network without options the text is sent. */
  | {
      readonly type: "choices";
      readonly text: string;
      readonly options: readonly Choice[];
      readonly style: "list" | "button";
    }
  /** A text with a button that shares the customer's phone; other networks send the text. */
  | { readonly type: "contact_request"; readonly text: string }
  | { readonly type: "edit"; readonly targetId: string; readonly text: string }
  /** `targetParticipant`: address of the author, needed in groups when the target is not ours. */
  | {
      readonly type: "revoke";
      readonly targetId: string;
      readonly targetFromMe: boolean;
      readonly targetParticipant?: string | null;
    }
  /** An empty `emoji` removes the reaction. */
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
  /** Id of the message, created by `newMessageId` and stored before sending (docs/rules/messages.md#outbox). */
  readonly providerId: string;
  /** True when the id is new, so that the driver need not check for an earlier send under it. */
  readonly isFirst?: boolean;
  /**
   * Page channels: true when a person answers outside the 24 hours, within the seven days the network allows
   * (docs/rules/official-channels.md#connecting).
   */
  readonly humanAgent?: boolean;
  /** Marked as forwarded, on networks that have such a mark. */
  readonly forwarded?: boolean;
  readonly content: OutgoingContent;
  readonly quoted: {
    readonly providerId: string;
    readonly body: string;
    readonly fromMe: boolean;
    readonly participant: string | null;
  } | null;
}

/**
 * The result of `send`. `accepted`: the network accepted the message and gave it an id. `held`: the same, but the network
 * checks the message before it delivers it, which may take hours; a status follows. `written`: the message is on the
 * wire, and the receipt follows as an `ack` event. If the session closes before the receipt, the message is sent again
 * under the same id (network and phones drop the duplicate); under a temporary id (`temporary-id.ts`) the outcome is
 * unknown, and it is never sent again. `retry`: a failure of the network or the session, to be repeated later under the
 * same id; with `pauseMs` the network accepts nothing from this connection for that time, which does not count as an
 * attempt. `refused`: final, `code` is an ERR_* or a reason of the network.
 */
export type SendResult =
  | { readonly state: "accepted" | "held"; readonly providerId: string }
  | { readonly state: "written" }
  | { readonly state: "retry"; readonly detail: string; readonly pauseMs?: number }
  | { readonly state: "refused"; readonly code: string; readonly detail: string };

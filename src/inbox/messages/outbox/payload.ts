import type { Choice } from "#channels/connections/index.ts";
import type { MediaKind } from "#channels/media/index.ts";
import type { TicketBefore } from "#inbox/tickets/index.ts";

/** The content of an outbox row. Files and addresses are read only when the row is sent. */
export type Content =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "media";
      readonly fileId: number;
      /** The kind of message in which the channel sends the file. */
      readonly kind: MediaKind;
      readonly caption: string;
      /** True = the recording is converted to a voice note before sending. */
      readonly voice: boolean;
    }
  /** An approved template with its values; may be sent outside the answer window. */
  | {
      readonly type: "template";
      readonly name: string;
      readonly language: string;
      readonly components: readonly Readonly<Record<string, unknown>>[];
      /** The file of the template's heading. */
      readonly heading?: { readonly fileId: number; readonly kind: MediaKind };
    }
  | {
      readonly type: "choices";
      readonly text: string;
      readonly options: readonly Choice[];
      readonly style: "list" | "button";
    }
  /** A text with a button that shares the customer's phone; official WhatsApp only. */
  | { readonly type: "contact_request"; readonly text: string }
  | { readonly type: "edit"; readonly targetId: string; readonly text: string }
  | { readonly type: "revoke"; readonly targetId: string }
  | { readonly type: "reaction"; readonly emoji: string };

/** What the undo of a send restores (docs/rules/messages.md#undo). */
export interface SendUndo {
  /** The text as typed. */
  readonly body: string;
  readonly ticket: TicketBefore;
}

export interface Payload {
  readonly content: Content;
  /** Id (ours) of the quoted message. */
  readonly quotedId?: number | null;
  /** Address of a recipient who is not a contact. */
  readonly to?: string;
  /** True = marked as forwarded on networks that support it. */
  readonly forwarded?: boolean;
  /** Set while the send can be undone: the state that an undo restores. */
  readonly undo?: SendUndo;
}

/** A text, or a file with its caption. */
export const contentOf = (
  text: string,
  file: { readonly id: number; readonly kind: MediaKind; readonly voice: boolean } | undefined,
): Content =>
  file
    ? { type: "media", fileId: file.id, kind: file.kind, caption: text, voice: file.voice }
    : { type: "text", text };

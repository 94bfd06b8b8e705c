import type { Choice } from "#channels/connections/index.ts";
import type { MediaKind } from "#channels/media/index.ts";

/** The content of an outbox row. Files and addresses are looked up when it is sent. */
export type Content =
  | { readonly type: "text"; readonly text: string }
  | {
      readonly type: "media";
      readonly fileId: number;
      /** How the channel carries it. */
      readonly kind: MediaKind;
      readonly caption: string;
      /** Converted to a voice note before it is sent. */
      readonly voice: boolean;
    }
  /** An approved template with its values; may be sent outside the answer window. */
  | {
      readonly type: "template";
      readonly name: string;
      readonly language: string;
      readonly components: readonly Readonly<Record<string, unknown>>[];
      /** The file in its header. */
      readonly heading?: { readonly fileId: number; readonly kind: MediaKind };
    }
  | {
      readonly type: "choices";
      readonly text: string;
      readonly options: readonly Choice[];
      readonly style: "list" | "button";
    }
  | { readonly type: "edit"; readonly targetId: string; readonly text: string }
  | { readonly type: "revoke"; readonly targetId: string }
  | { readonly type: "reaction"; readonly emoji: string };

export interface Payload {
  readonly content: Content;
  /** Our id of the message it answers. */
  readonly quotedId?: number | null;
  /** Address of a person who is not a contact. */
  readonly to?: string;
}

/** A text, or a file with its caption. */
export const contentOf = (
  text: string,
  file: { readonly id: number; readonly kind: MediaKind; readonly voice: boolean } | undefined,
): Content =>
  file
    ? { type: "media", fileId: file.id, kind: file.kind, caption: text, voice: file.voice }
    : { type: "text", text };

import { signal } from "@preact/signals-react";
import type { Channel } from "#channels/connections/contract.ts";
import { type Attachment, type AttachmentRefusal, kindOf, refusal } from "./attachments.ts";

export interface ComposerFilesParts {
  /** The customer's channel, which decides the allowed files; absent = WhatsApp. */
  readonly channel?: (() => Channel) | undefined;
  readonly newId: () => string;
  /** Creates the local address of a file; `endPreview` frees it. */
  readonly previewOf: (file: File) => string;
  readonly endPreview: (address: string) => void;
}

/** A refused file, with the reason. */
export interface RefusedFile {
  readonly name: string;
  readonly why: AttachmentRefusal;
}

/** A chosen file that an earlier page stored, with the id it had there. */
export type StoredAttachment = Pick<Attachment, "id" | "file" | "caption">;

/** Files chosen in a composer (of a ticket or an internal chat), each with its caption. */
export function createComposerFiles({ channel, newId, previewOf, endPreview }: ComposerFilesParts) {
  const chosen = signal<readonly Attachment[]>([]);
  const attachmentOf = ({ id, file, caption }: StoredAttachment): Attachment => {
    const kind = kindOf(file);
    return { id, file, kind, caption, preview: kind === "document" ? null : previewOf(file) };
  };

  return {
    chosen,
    /** Separates files that can be sent from refused files; chooses none of them. */
    sort(files: readonly File[]): { readonly taken: readonly Attachment[]; readonly refused: RefusedFile[] } {
      const refused: RefusedFile[] = [];
      const taken: Attachment[] = [];
      for (const file of files) {
        const why = refusal(file, chosen.peek().length + taken.length, channel?.());
        if (why) refused.push({ name: file.name, why });
        else taken.push(attachmentOf({ id: newId(), file, caption: "" }));
      }
      return { taken, refused };
    },
    restore(stored: readonly StoredAttachment[]): void {
      chosen.value = [...stored.map(attachmentOf), ...chosen.peek()];
    },
    setCaption(id: string, caption: string): void {
      chosen.value = chosen.peek().map((one) => (one.id === id ? { ...one, caption } : one));
    },
    /** Returns the removed file. */
    remove(id: string): Attachment | undefined {
      const gone = chosen.peek().find((one) => one.id === id);
      if (gone?.preview) endPreview(gone.preview);
      chosen.value = chosen.peek().filter((one) => one !== gone);
      return gone;
    },
    clear(): void {
      for (const { preview } of chosen.peek()) if (preview) endPreview(preview);
      chosen.value = [];
    },
  };
}

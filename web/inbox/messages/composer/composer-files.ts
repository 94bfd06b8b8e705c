import { signal } from "@preact/signals-react";
import type { Channel } from "#channels/connections/contract.ts";
import { type Attachment, type AttachmentRefusal, kindOf, refusal } from "./attachments.ts";

export interface ComposerFilesParts {
  /** Of the customer: what files it takes; absent = those of WhatsApp. */
  readonly channel?: (() => Channel) | undefined;
  readonly newId: () => string;
  /** Local address of a file, and its end. */
  readonly previewOf: (file: File) => string;
  readonly endPreview: (address: string) => void;
}

/** A file that was not taken, and why. */
export interface RefusedFile {
  readonly name: string;
  readonly why: AttachmentRefusal;
}

/** Files chosen for the customer, each with its caption. */
export function createComposerFiles({ channel, newId, previewOf, endPreview }: ComposerFilesParts) {
  const chosen = signal<readonly Attachment[]>([]);

  return {
    chosen,
    /** Which of them can be sent; they are not chosen yet. */
    sort(files: readonly File[]): { readonly taken: readonly Attachment[]; readonly refused: RefusedFile[] } {
      const refused: RefusedFile[] = [];
      const taken: Attachment[] = [];
      for (const file of files) {
        const why = refusal(file, chosen.peek().length + taken.length, channel?.());
        if (why) refused.push({ name: file.name, why });
        else {
          const kind = kindOf(file);
          const preview = kind === "document" ? null : previewOf(file);
          taken.push({ id: newId(), file, kind, caption: "", preview });
        }
      }
      return { taken, refused };
    },
    setCaption(id: string, caption: string): void {
      chosen.value = chosen.peek().map((one) => (one.id === id ? { ...one, caption } : one));
    },
    /** Answers the file taken out. */
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

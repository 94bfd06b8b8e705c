import { type QuickReplyAnswer, QuickReplyBody } from "#inbox/quick-replies/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { type FileChange, KEEP_FILE } from "#web/ui/field/file-input.tsx";
import { FormModel } from "#web/ui/form/form-model.ts";
import type { QuickReplyCalls } from "./quick-replies-api.ts";

export interface QuickReplyValues extends Readonly<Record<string, unknown>> {
  readonly shortcode: string;
  readonly message: string;
  readonly geral: boolean;
  readonly status: boolean;
  /** Name of the stored file or of the one chosen to replace it; null = no file. */
  readonly fileName: string | null;
}

const valuesOf = (reply: QuickReplyAnswer | null): QuickReplyValues => ({
  shortcode: reply?.shortcode ?? "",
  message: reply?.message ?? "",
  geral: reply?.geral ?? false,
  status: reply?.status ?? true,
  fileName: reply?.mediaName ?? null,
});

export interface QuickReplyFormOptions {
  readonly reply: QuickReplyAnswer | null;
  readonly calls: QuickReplyCalls;
  readonly onSaved: (saved: QuickReplyAnswer) => void;
  /** Called when the server rejects the shortcode because another quick reply has it. */
  readonly onTaken: () => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Form of a quick reply, new or existing. Saving stores the text first, then the file; a failed upload can be
 * retried.
 */
export class QuickReplyForm extends FormModel<QuickReplyValues> {
  /** The chosen file, until it is uploaded. */
  #chosen: File | null = null;

  constructor({ reply, calls, onSaved, onTaken, onFailure }: QuickReplyFormOptions) {
    let known = reply;
    super({
      initial: valuesOf(reply),
      schema: QuickReplyBody,
      onFailure: (error) => {
        if (error instanceof ApiError && error.code === "ERR_NAME_IN_USE") onTaken();
        else onFailure(error);
      },
      submit: async ({ shortcode, message, geral, status, fileName }) => {
        const body = { shortcode, message, geral, status };
        // After a failed upload, saving again updates the quick reply created the first time.
        const saved = await (known ? calls.update(known.id, body) : calls.create(body));
        known = saved;
        onSaved(await this.#syncFile(calls, saved, fileName));
      },
    });
  }

  /** Replaces the file, or removes it (null). The server is called only when the form is saved. */
  choose(file: File | null): void {
    this.#chosen = file;
    this.set("fileName", file?.name ?? null);
  }

  /** The change of the file that saving the form makes. */
  fileChange(): FileChange {
    if (this.value("fileName") === null) return { kind: "remove" };
    return this.#chosen ? { kind: "put", name: this.#chosen.name, file: this.#chosen } : KEEP_FILE;
  }

  async #syncFile(
    calls: QuickReplyCalls,
    saved: QuickReplyAnswer,
    fileName: string | null,
  ): Promise<QuickReplyAnswer> {
    if (this.#chosen) {
      const withFile = await calls.upload(saved.id, this.#chosen);
      this.#chosen = null;
      return withFile;
    }
    if (fileName !== null || !saved.isMedia) return saved;
    await calls.detach(saved.id);
    return { ...saved, isMedia: false, mediaPath: null, mediaName: null };
  }
}

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
  /** Name of the file that is there, or will be; null = none. */
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
  /** The shortcode is taken. */
  readonly onTaken: () => void;
  readonly onFailure: (error: unknown) => void;
}

/** Adds a quick reply or changes the one given: first the text, then its file; a file that fails can be tried again. */
export class QuickReplyForm extends FormModel<QuickReplyValues> {
  /** The file that was chosen and is not on the server yet. */
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
        // A second try after the file failed changes what the first one made.
        const saved = await (known ? calls.update(known.id, body) : calls.create(body));
        known = saved;
        onSaved(await this.#syncFile(calls, saved, fileName));
      },
    });
  }

  /** Puts a file in the place of the one there, or takes it away. Nothing leaves before the form is saved. */
  choose(file: File | null): void {
    this.#chosen = file;
    this.set("fileName", file?.name ?? null);
  }

  /** What becomes of its file when the form is saved. */
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

import {
  type AnnouncementAnswer,
  AnnouncementBody,
  MAX_PICTURE_BYTES,
  type Priority,
} from "#provider/announcements/contract.ts";
import type { FileChange } from "#web/ui/field/file-input.tsx";
import { FormModel } from "#web/ui/form/form-model.ts";
import type { AnnouncementCalls } from "./announcements-api.ts";

export interface AnnouncementValues extends Readonly<Record<string, unknown>> {
  readonly title: string;
  readonly text: string;
  readonly priority: Priority;
  readonly status: boolean;
  readonly file: FileChange;
}

const valuesOf = (announcement: AnnouncementAnswer | null): AnnouncementValues => ({
  title: announcement?.title ?? "",
  text: announcement?.text ?? "",
  priority: announcement?.priority ?? 3,
  status: announcement?.status ?? true,
  file: { kind: "keep" },
});

/** Reason why a picture is rejected before its upload, null when it is allowed; the server checks the content. */
export function refusedPicture({ name, size }: Pick<File, "name" | "size">): "tooLarge" | "type" | null {
  if (!/\.(?:png|jpe?g)$/i.test(name)) return "type";
  return size > MAX_PICTURE_BYTES ? "tooLarge" : null;
}

export interface AnnouncementFormOptions {
  readonly announcement: AnnouncementAnswer | null;
  readonly calls: AnnouncementCalls;
  readonly onSaved: (saved: AnnouncementAnswer) => void;
  readonly onFailure: (error: unknown) => void;
}

/**
 * Adds an announcement or changes the given one. The picture is uploaded after the text; a failed upload can be
 * repeated.
 */
export function announcementForm({ announcement, calls, onSaved, onFailure }: AnnouncementFormOptions) {
  let known = announcement;
  const withPicture = async (saved: AnnouncementAnswer, file: FileChange): Promise<AnnouncementAnswer> => {
    if (file.kind === "put") return calls.upload(saved.id, file.file);
    if (file.kind === "keep" || saved.mediaPath === null) return saved;
    await calls.detach(saved.id);
    return { ...saved, mediaPath: null, mediaName: null };
  };
  return new FormModel<AnnouncementValues>({
    initial: valuesOf(announcement),
    schema: AnnouncementBody,
    onFailure,
    submit: async ({ title, text, priority, status, file }) => {
      // Published only after the picture is uploaded, because the server may reject the picture.
      const isHeldBack = status && file.kind === "put" && !known?.status;
      const body = { title, text, priority, status: status && !isHeldBack };
      // After a failed picture upload, submitting again updates the announcement created by the first attempt.
      known = await (known ? calls.update(known.id, body) : calls.create(body));
      const saved = await withPicture(known, file);
      onSaved(isHeldBack ? await calls.update(saved.id, { status }) : saved);
    },
  });
}

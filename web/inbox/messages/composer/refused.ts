import type { Translate } from "#web/i18n/dictionary.ts";
import type { MessageTexts } from "#web/inbox/messages/locales/index.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { type AttachmentRefusal, MAX_FILES } from "./attachments.ts";

/** Shows which files were rejected and why; "too many" is shown once. */
export function tellRefused(
  refused: readonly { readonly name: string; readonly why: AttachmentRefusal }[],
  t: Translate<MessageTexts>,
): void {
  const texts = refused.map(({ name, why }) => t(`files.${why}`, { name, count: MAX_FILES }));
  for (const text of new Set(texts)) toast.error(text);
}

import { useSignals } from "@preact/signals-react/runtime";
import type { QuickReplyAnswer } from "#inbox/quick-replies/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { type AttachmentRefusal, refusal } from "#web/inbox/messages/composer/attachments.ts";
import { FileInput } from "#web/ui/field/file-input.tsx";
import { quickReplyTexts } from "./locales/index.ts";
import type { QuickReplyForm } from "./quick-reply-form.ts";

const WORDS = { tooLarge: "file.tooLarge", type: "file.refused", empty: "file.empty" } as const;
const textOf = (why: AttachmentRefusal) => (why === "tooMany" ? WORDS.tooLarge : WORDS[why]);

interface Props {
  readonly form: QuickReplyForm;
  readonly reply: QuickReplyAnswer | null;
}

/** Field for the file of a quick reply: choose, replace or remove it. */
export function FileField({ form, reply }: Props) {
  useSignals();
  const t = useText(quickReplyTexts);
  return (
    <FileInput
      label={t("file.label")}
      mediaName={reply?.mediaName ?? null}
      mediaPath={reply?.mediaPath ?? null}
      value={form.fileChange()}
      onChange={(change) => form.choose(change.kind === "put" ? change.file : null)}
      refuse={(file) => {
        const why = refusal(file, 0);
        return why && t(textOf(why));
      }}
      help={t("file.help")}
      words={{
        attach: t("file.add"),
        replace: t("file.replace"),
        remove: () => t("file.remove"),
        open: (name) => name,
      }}
    />
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import Paperclip from "lucide-react/icons/paperclip";
import Trash2 from "lucide-react/icons/trash-2";
import { useRef, useState } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { type AttachmentRefusal, refusal } from "#web/messages/attachments.ts";
import { Button } from "#web/ui/button.tsx";
import { IconButton } from "#web/ui/icon-button.tsx";
import { quickReplyTexts } from "./locales/index.ts";
import type { QuickReplyForm } from "./quick-reply-form.ts";

const WORDS = { tooLarge: "file.tooLarge", type: "file.refused", empty: "file.empty" } as const;
const textOf = (why: AttachmentRefusal) => (why === "tooMany" ? WORDS.tooLarge : WORDS[why]);

/** The file that goes with the text: choose, replace, take away. */
export function FileField({ form }: { readonly form: QuickReplyForm }) {
  useSignals();
  const t = useText(quickReplyTexts);
  const input = useRef<HTMLInputElement>(null);
  const [why, setWhy] = useState<AttachmentRefusal | null>(null);
  const name = form.value("fileName");
  const take = (file: File | undefined) => {
    if (!file) return;
    const refused = refusal(file, 0);
    setWhy(refused);
    if (!refused) form.choose(file);
  };
  return (
    <div className="field">
      <span className="field-label">{t("file.label")}</span>
      <div className="reply-file">
        {name === null ? null : (
          <span className="reply-file-name">
            <Paperclip aria-hidden="true" />
            <span className="ellipsis">{name}</span>
            <IconButton
              label={t("file.remove")}
              size="s"
              variant="danger"
              onPress={() => {
                setWhy(null);
                form.choose(null);
              }}
            >
              <Trash2 />
            </IconButton>
          </span>
        )}
        <Button
          size="s"
          {...(name === null ? { icon: <Paperclip aria-hidden="true" /> } : {})}
          onPress={() => input.current?.click()}
        >
          {t(name === null ? "file.add" : "file.replace")}
        </Button>
      </div>
      <input
        ref={input}
        type="file"
        hidden
        data-field="file"
        onChange={({ target }) => {
          take(target.files?.[0]);
          target.value = "";
        }}
      />
      {why ? (
        <span className="field-error" role="alert">
          {t(textOf(why))}
        </span>
      ) : (
        <span className="field-help">{t("file.help")}</span>
      )}
    </div>
  );
}

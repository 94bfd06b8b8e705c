import { useSignals } from "@preact/signals-react/runtime";
import Paperclip from "lucide-react/icons/paperclip";
import { useMemo } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { sampleText } from "#web/inbox/variables/sample.ts";
import { companyLanguage } from "#web/inbox/variables/use-sample.ts";
import { session } from "#web/lib/session/session.ts";
import { quickReplyTexts } from "./locales/index.ts";
import type { QuickReplyForm } from "./quick-reply-form.ts";

/** Preview: the message bubble as a sample customer would see it, updated while the user types. */
export function ReplyPreview({ form }: { readonly form: QuickReplyForm }) {
  useSignals();
  const t = useText(quickReplyTexts);
  const now = useMemo(() => new Date(), []);
  const { name = "", company } = session.user.value ?? {};
  const message = form.value("message");
  const file = form.value("fileName");
  const isEmpty = message.trim() === "" && file === null;
  return (
    <section className="reply-preview" aria-label={t("preview.title")}>
      <h3>{t("preview.title")}</h3>
      {isEmpty ? (
        <p className="reply-preview-empty">{t("preview.empty")}</p>
      ) : (
        <div className="reply-bubble">
          {file === null ? null : (
            <span className="reply-bubble-file">
              <Paperclip aria-hidden="true" />
              <span className="ellipsis">{file}</span>
            </span>
          )}
          {message.trim() === "" ? null : (
            <FormattedText
              text={sampleText(message, {
                now,
                language: companyLanguage(),
                known: { userName: name, company: company?.name ?? "" },
              })}
            />
          )}
        </div>
      )}
    </section>
  );
}

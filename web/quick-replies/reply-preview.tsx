import { useSignals } from "@preact/signals-react/runtime";
import Paperclip from "lucide-react/icons/paperclip";
import { useMemo } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { session } from "#web/lib/session.ts";
import { FormattedText } from "#web/messages/formatted-text.tsx";
import { variableTexts } from "#web/variables/locales/index.ts";
import { sampleText } from "#web/variables/sample.ts";
import { quickReplyTexts } from "./locales/index.ts";
import type { QuickReplyForm } from "./quick-reply-form.ts";

/** The bubble a sample customer would get, as it is being written. */
export function ReplyPreview({ form }: { readonly form: QuickReplyForm }) {
  useSignals();
  const t = useText(quickReplyTexts);
  const words = useText(variableTexts);
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
                greetings: [
                  words("greeting.dawn"),
                  words("greeting.morning"),
                  words("greeting.afternoon"),
                  words("greeting.night"),
                ],
                known: { userName: name, user: name, atendente: name, company: company?.name ?? "" },
              })}
            />
          )}
        </div>
      )}
    </section>
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import { useRef } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { useField } from "#web/ui/form.tsx";
import { TextArea } from "#web/ui/text-area.tsx";
import { quickReplyTexts } from "./locales/index.ts";
import type { QuickReplyForm } from "./quick-reply-form.ts";
import { VARIABLES, type Variable } from "./sample.ts";

/** The text with the variables one can press into it, where the cursor stands. */
export function MessageField({ form }: { readonly form: QuickReplyForm }) {
  useSignals();
  const t = useText(quickReplyTexts);
  const box = useRef<HTMLTextAreaElement>(null);
  const field = useField(form)("message");
  const insert = (name: Variable) => {
    const area = box.current;
    if (!area) return;
    area.focus();
    area.setRangeText(`{{${name}}}`, area.selectionStart, area.selectionEnd, "end");
    const at = area.selectionEnd;
    form.set("message", area.value);
    requestAnimationFrame(() => area.setSelectionRange(at, at));
  };
  return (
    <div className="reply-message">
      <TextArea {...field} inputRef={box} label={t("form.message")} rows={5} maxLength={4096} />
      <fieldset className="reply-variables">
        <legend className="visually-hidden">{t("form.variables")}</legend>
        {VARIABLES.map((name) => (
          <button key={name} type="button" className="reply-variable" onClick={() => insert(name)}>
            {t(`variable.${name}`)}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

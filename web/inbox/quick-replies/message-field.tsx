import { useSignals } from "@preact/signals-react/runtime";
import { useRef } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { VariableChips } from "#web/inbox/variables/variable-chips.tsx";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { quickReplyTexts } from "./locales/index.ts";
import type { QuickReplyForm } from "./quick-reply-form.ts";

/** The text, with the variables one can press into it. */
export function MessageField({ form }: { readonly form: QuickReplyForm }) {
  useSignals();
  const t = useText(quickReplyTexts);
  const input = useRef<HTMLTextAreaElement>(null);
  const { value, onChange, ...field } = useField(form)("message");
  const label = t("form.message");
  return (
    <div className="reply-message">
      <TextArea
        {...field}
        value={value}
        onChange={onChange}
        inputRef={input}
        label={label}
        rows={5}
        maxLength={4096}
      />
      <VariableChips field={label} input={input} value={value} onChange={onChange} />
    </div>
  );
}

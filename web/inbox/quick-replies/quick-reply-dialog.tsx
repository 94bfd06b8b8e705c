import { useSignals } from "@preact/signals-react/runtime";
import { useMemo, useRef, useState } from "react";
import type { QuickReplyAnswer } from "#inbox/quick-replies/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { VariableChips } from "#web/inbox/variables/variable-chips.tsx";
import { session } from "#web/lib/session/session.ts";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, FormActions, useField } from "#web/ui/form/form.tsx";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { FileField } from "./file-field.tsx";
import { quickReplyTexts } from "./locales/index.ts";
import { quickReplyCalls } from "./quick-replies-api.ts";
import { QuickReplyForm } from "./quick-reply-form.ts";
import { ReplyPreview } from "./reply-preview.tsx";

interface Props {
  /** Quick reply to edit; null = add a new one. */
  readonly reply: QuickReplyAnswer | null;
  readonly onSaved: (saved: QuickReplyAnswer) => void;
  readonly onClose: () => void;
}

/** Adds or changes a quick reply, with a preview of the customer's view beside it. */
export function QuickReplyDialog({ reply, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(quickReplyTexts);
  const words = useText(common);
  const [isTaken, setTaken] = useState(false);
  const shortcodeInput = useRef<HTMLInputElement>(null);
  const saved = useRef(onSaved);
  saved.current = onSaved;
  // biome-ignore lint/correctness/useExhaustiveDependencies: events on the row must not undo what is being typed
  const form = useMemo(
    () =>
      new QuickReplyForm({
        reply,
        calls: quickReplyCalls,
        onFailure: toast.failure,
        onTaken: () => {
          setTaken(true);
          shortcodeInput.current?.focus();
        },
        onSaved: (answer) => {
          toast.success(t("form.saved"));
          saved.current(answer);
        },
      }),
    [reply?.id],
  );
  const { close, guard } = useUnsavedGuard(form, onClose);
  const shortcode = useField(form)("shortcode");
  const title = t(reply ? "form.editTitle" : "form.addTitle");
  const isAdmin = session.user.value?.profile === "admin";
  return (
    <>
      <Dialog title={title} size="l" onClose={close}>
        <Form form={form} label={title}>
          <div className="reply-form">
            <div className="form">
              <TextField
                {...shortcode}
                onChange={(text) => {
                  setTaken(false);
                  shortcode.onChange(text);
                }}
                inputRef={shortcodeInput}
                label={t("form.shortcode")}
                help={t("form.shortcodeHelp")}
                error={isTaken ? t("form.taken") : shortcode.error}
                icon={<span className="reply-slash">/</span>}
                maxLength={50}
                isRequired
                autoFocus
              />
              <MessageField form={form} />
              <FileField form={form} reply={reply} />
              <div className="reply-switches">
                {isAdmin ? (
                  <Switch
                    label={t("form.shared")}
                    help={t("form.sharedHelp")}
                    value={form.value("geral")}
                    onChange={(on) => form.set("geral", on)}
                  />
                ) : null}
                <Switch
                  label={t("form.status")}
                  help={t("form.statusHelp")}
                  value={form.value("status")}
                  onChange={(on) => form.set("status", on)}
                />
              </div>
            </div>
            <ReplyPreview form={form} />
          </div>
          <FormActions form={form} submitLabel={words("action.save")} onCancel={close} />
        </Form>
      </Dialog>
      {guard}
    </>
  );
}

/** The text field, with chips that insert variables. */
function MessageField({ form }: { readonly form: QuickReplyForm }) {
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

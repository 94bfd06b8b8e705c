import { useSignals } from "@preact/signals-react/runtime";
import Paperclip from "lucide-react/icons/paperclip";
import { useMemo, useRef, useState } from "react";
import type { QuickReplyAnswer } from "#inbox/quick-replies/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { type AttachmentRefusal, refusal } from "#web/inbox/messages/composer/attachments.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { sampleText } from "#web/inbox/variables/sample.ts";
import { companyLanguage } from "#web/inbox/variables/use-sample.ts";
import { VariableChips } from "#web/inbox/variables/variable-chips.tsx";
import { session } from "#web/lib/session/session.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { FileInput } from "#web/ui/field/file-input.tsx";
import { Switch } from "#web/ui/field/switch.tsx";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { useField } from "#web/ui/form/form.tsx";
import { FormDialog } from "#web/ui/form/form-dialog.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import { quickReplyTexts } from "./locales/index.ts";
import { quickReplyCalls } from "./quick-replies-api.ts";
import { QuickReplyForm } from "./quick-reply-form.ts";

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
  const [isTaken, setTaken] = useState(false);
  const shortcodeInput = useRef<HTMLInputElement>(null);
  const saved = useStableCallback(onSaved);
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
          saved(answer);
        },
      }),
    [reply?.id],
  );
  const shortcode = useField(form)("shortcode");
  const title = t(reply ? "form.editTitle" : "form.addTitle");
  const isAdmin = session.user.value?.profile === "admin";
  return (
    <FormDialog form={form} title={title} size="l" onClose={onClose}>
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
    </FormDialog>
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

const WORDS = { tooLarge: "file.tooLarge", type: "file.refused", empty: "file.empty" } as const;
const textOf = (why: AttachmentRefusal) => (why === "tooMany" ? WORDS.tooLarge : WORDS[why]);

interface FileFieldProps {
  readonly form: QuickReplyForm;
  readonly reply: QuickReplyAnswer | null;
}

/** Field for the file of a quick reply: choose, replace or remove it. */
function FileField({ form, reply }: FileFieldProps) {
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

/** Preview: the message bubble as a sample customer would see it, updated while the user types. */
function ReplyPreview({ form }: { readonly form: QuickReplyForm }) {
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

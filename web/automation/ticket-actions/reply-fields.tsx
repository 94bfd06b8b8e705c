import { useRef, useState } from "react";
import type { QuickReplyChoice } from "#inbox/quick-replies/contract.ts";
import { useText } from "#web/i18n/use-text.ts";
import { type AttachmentRefusal, refusal } from "#web/inbox/messages/composer/attachments.ts";
import { actionTexts } from "#web/inbox/tickets/ticket-actions/locales/index.ts";
import { VariableChips } from "#web/inbox/variables/variable-chips.tsx";
import { api } from "#web/lib/api/api.ts";
import { FileInput, KEEP_FILE } from "#web/ui/field/file-input.tsx";
import { TextArea } from "#web/ui/field/text-area.tsx";
import { useOptions } from "#web/ui/form/use-options.ts";
import { Select } from "#web/ui/select/select.tsx";
import { toast } from "#web/ui/toast/toast.ts";
import type { ActionFieldsProps } from "./action-fields.tsx";
import { uploadActionFile } from "./action-files.ts";
import { TemplateSource } from "./template-source.tsx";

type Source = "text" | "quick" | "template";
/** The keys of each source; another source empties them. */
const EMPTY = {
  text: "",
  quickReplyId: undefined,
  fileId: undefined,
  templateName: undefined,
  templateLanguage: undefined,
  parameters: [],
};

/** What a reply sends: a text with a file, a quick reply, or a template of an official number. */
export function ReplyFields({ draft, files, isShared, onChange }: ActionFieldsProps) {
  const t = useText(actionTexts);
  const known = "quickReplyId" in draft && draft["quickReplyId"] !== undefined;
  const isTemplate = typeof draft["templateName"] === "string" && draft["text"] === "";
  const [source, setSource] = useState<Source>(known ? "quick" : isTemplate ? "template" : "text");
  return (
    <>
      <Select<Source>
        label={t("edit.source")}
        hideLabel
        options={[
          { id: "text", label: t("edit.sourceText") },
          { id: "quick", label: t("edit.sourceQuick") },
          { id: "template", label: t("edit.sourceTemplate") },
        ]}
        value={source}
        onChange={(next) => {
          setSource(next);
          onChange(EMPTY);
        }}
      />
      {source === "text" ? <TextSource draft={draft} files={files} onChange={onChange} /> : null}
      {source === "quick" ? <QuickSource draft={draft} isShared={isShared} onChange={onChange} /> : null}
      {source === "template" ? <TemplateSource draft={draft} onChange={onChange} /> : null}
    </>
  );
}

type Part<Name extends keyof ActionFieldsProps = never> = Pick<
  ActionFieldsProps,
  "draft" | "onChange" | Name
>;

const REFUSED = {
  tooLarge: "file.tooLarge",
  tooMany: "file.tooLarge",
  type: "file.refused",
  empty: "file.empty",
} as const;

function TextSource({ draft, files, onChange }: Part<"files">) {
  const t = useText(actionTexts);
  const input = useRef<HTMLTextAreaElement>(null);
  const [uploaded, setUploaded] = useState(files);
  const value = String(draft["text"] ?? "");
  const file = [...files, ...uploaded].find(({ fileId }) => fileId === draft["fileId"]);
  const put = async (chosen: File) => {
    try {
      const stored = await uploadActionFile(chosen);
      setUploaded([...uploaded, stored]);
      onChange({ fileId: stored.fileId });
    } catch (error) {
      toast.failure(error);
    }
  };
  return (
    <>
      <TextArea
        label={t("edit.text")}
        hideLabel
        inputRef={input}
        rows={4}
        maxLength={4096}
        value={value}
        onChange={(text) => onChange({ text })}
      />
      <VariableChips
        field={t("edit.text")}
        input={input}
        value={value}
        onChange={(text) => onChange({ text })}
      />
      <FileInput
        label={t("file.label")}
        mediaName={file?.mediaName ?? null}
        mediaPath={file?.mediaPath ?? null}
        value={KEEP_FILE}
        onChange={(change) => {
          if (change.kind === "put") void put(change.file);
          else if (change.kind === "remove") onChange({ fileId: undefined });
        }}
        refuse={(chosen) => {
          const why: AttachmentRefusal | null = refusal(chosen, 0);
          return why && t(REFUSED[why]);
        }}
        help={t("file.help")}
        words={{
          attach: t("file.add"),
          replace: t("file.replace"),
          remove: () => t("file.remove"),
          open: (name) => name,
        }}
      />
    </>
  );
}

function QuickSource({ draft, isShared, onChange }: Part<"isShared">) {
  const t = useText(actionTexts);
  const replies = useOptions(() => api.get<readonly QuickReplyChoice[]>("/quick-messages/list"));
  const offered = (replies ?? []).filter(({ geral }) => geral || !isShared);
  return (
    <Select
      label={t("edit.quick")}
      hideLabel
      options={offered.map(({ id, shortcode, message }) => ({ id, label: `/${shortcode}`, detail: message }))}
      value={typeof draft["quickReplyId"] === "number" ? draft["quickReplyId"] : null}
      placeholder={t("edit.choose")}
      onChange={(quickReplyId) => onChange({ quickReplyId })}
    />
  );
}

import { useSignals } from "@preact/signals-react/runtime";
import { useRef } from "react";
import { useText } from "#web/i18n/use-text.ts";
import { MentionChoices } from "#web/inbox/tickets/participants/mention-choices.tsx";
import { mentionables, mentionsIn } from "#web/inbox/tickets/participants/note-mentions.ts";
import { actionTexts } from "#web/inbox/tickets/ticket-actions/locales/index.ts";
import { TextArea } from "#web/ui/field/text-area.tsx";
import type { ActionFieldsProps } from "./action-fields.tsx";

/** The text of a note; an `@` offers the people and queues that it mentions (docs/rules/participants.md#mentions). */
export function NoteFields({ draft, onChange }: Pick<ActionFieldsProps, "draft" | "onChange">) {
  useSignals();
  const t = useText(actionTexts);
  const box = useRef<HTMLTextAreaElement>(null);
  const text = String(draft["text"] ?? "");
  const write = (next: string) => {
    const mentions = mentionsIn(next, mentionables()).map(({ kind, id }) => ({ kind, id }));
    onChange({ text: next, mentions: mentions.length > 0 ? mentions : undefined });
  };
  return (
    <div className="action-note">
      <MentionChoices text={text} onChange={write} box={() => box.current} />
      <TextArea
        label={t("edit.note")}
        help={t("edit.noteHelp")}
        hideLabel
        inputRef={box}
        rows={3}
        maxLength={5000}
        value={text}
        onChange={write}
      />
    </div>
  );
}

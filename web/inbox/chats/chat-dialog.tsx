import { signal } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useMemo, useState } from "react";
import type { ColleagueAnswer } from "#accounts/users/contract.ts";
import { CHAT_TITLE_LENGTH, type ChatAnswer, ChatBody } from "#inbox/chats/contract.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { useStableCallback } from "#web/lib/use-stable-callback.ts";
import { Button } from "#web/ui/button/button.tsx";
import { TextField } from "#web/ui/field/text-field.tsx";
import { Form, useField } from "#web/ui/form/form.tsx";
import { FormModel } from "#web/ui/form/form-model.ts";
import { useUnsavedGuard } from "#web/ui/form/unsaved-guard.tsx";
import { Dialog } from "#web/ui/overlay/dialog.tsx";
import { CheckList } from "#web/ui/select/multi-select.tsx";
import { Callout } from "#web/ui/state/callout.tsx";
import { type ChatFields, chatCalls } from "./chats-api.ts";
import { chatTexts } from "./locales/index.ts";
import { othersOf } from "./members.ts";
import { ownId } from "./team.ts";
import "./chat-dialog.css";

interface Props {
  /** Chat to edit; null = create a new chat. */
  readonly chat: ChatAnswer | null;
  readonly onSaved: (saved: ChatAnswer) => void;
  readonly onClose: () => void;
}

/** Title and members of a chat (docs/rules/screens.md#team-chat). */
export function ChatDialog({ chat, onSaved, onClose }: Props) {
  useSignals();
  const t = useText(chatTexts);
  const c = useText(common);
  const saved = useStableCallback(onSaved);
  // biome-ignore lint/correctness/useExhaustiveDependencies: events on the chat must not undo what is being typed
  const { form, hasFailed } = useMemo(
    () =>
      createChatForm({
        chat,
        userId: ownId(),
        save: (fields) => (chat ? chatCalls.update(chat.id, fields) : chatCalls.create(fields)),
        onSaved: (answer) => saved(answer),
      }),
    [chat?.id],
  );
  const [colleagues, setColleagues] = useState<readonly ColleagueAnswer[]>([]);
  useEffect(() => {
    chatCalls.colleagues().then(
      (everybody) => setColleagues(everybody.filter(({ id }) => id !== ownId())),
      () => undefined,
    );
  }, []);
  const { close, guard } = useUnsavedGuard(form, onClose);
  const field = useField(form);
  const users = form.value("users");
  const title = t(chat ? "dialog.editTitle" : "dialog.addTitle");
  return (
    <>
      <Dialog title={title} onClose={close}>
        <Form form={form} label={title}>
          <TextField
            {...field("title")}
            label={t("dialog.title")}
            isRequired
            autoFocus
            maxLength={CHAT_TITLE_LENGTH}
            error={form.problem("title") ? t("dialog.noTitle") : null}
          />
          <div className="chat-users">
            <span className="field-label">
              {t("dialog.users")}
              <span aria-hidden="true"> *</span>
            </span>
            <CheckList
              label={t("dialog.users")}
              items={colleagues.map(({ id, name, online, pauseReason }) => ({
                id,
                name,
                detail: online && pauseReason ? t("dialog.paused", { reason: pauseReason.name }) : undefined,
              }))}
              chosen={users.map(({ id }) => id)}
              onChange={(ids) =>
                form.set(
                  "users",
                  ids.map((id) => ({ id })),
                )
              }
              onOpen={() => undefined}
              emptyText={t("dialog.noUsers")}
            />
            {form.problem("users") ? (
              <p className="field-error" role="alert">
                {t("dialog.noUser")}
              </p>
            ) : (
              <p className="field-help">{t("dialog.usersHelp")}</p>
            )}
          </div>
          {hasFailed.value ? <Callout tone="danger">{t("dialog.failed")}</Callout> : null}
          <div className="form-actions">
            <Button onPress={close}>{c("action.close")}</Button>
            <Button type="submit" variant="primary" isPending={form.sending.value}>
              {c("action.save")}
            </Button>
          </div>
        </Form>
      </Dialog>
      {guard}
    </>
  );
}

interface ChatValues extends Readonly<Record<string, unknown>> {
  readonly title: string;
  readonly users: readonly { readonly id: number }[];
}

interface ChatFormOptions {
  /** Chat to edit; null = create a new chat. */
  readonly chat: ChatAnswer | null;
  readonly userId: number;
  readonly save: (fields: ChatFields) => Promise<ChatAnswer>;
  readonly onSaved: (saved: ChatAnswer) => void;
}

/** Title and members of a chat; a failure is shown in the dialog, never as a toast. */
function createChatForm({ chat, userId, save, onSaved }: ChatFormOptions) {
  const hasFailed = signal(false);
  const form = new FormModel<ChatValues>({
    initial: {
      title: chat?.title ?? "",
      users: chat ? othersOf(chat, userId).map((member) => ({ id: member.userId })) : [],
    },
    schema: ChatBody,
    onFailure: () => {
      hasFailed.value = true;
    },
    submit: async ({ title, users }) => {
      hasFailed.value = false;
      onSaved(await save({ title: title.trim(), users }));
    },
  });
  return { form, hasFailed };
}

import { signal } from "@preact/signals-react";
import { type ChatAnswer, ChatBody } from "#inbox/chats/contract.ts";
import { FormModel } from "#web/ui/form/form-model.ts";
import type { ChatFields } from "./chats-api.ts";
import { othersOf } from "./members.ts";

export interface ChatValues extends Readonly<Record<string, unknown>> {
  readonly title: string;
  readonly users: readonly { readonly id: number }[];
}

export interface ChatFormOptions {
  /** Null makes a new one. */
  readonly chat: ChatAnswer | null;
  readonly userId: number;
  readonly save: (fields: ChatFields) => Promise<ChatAnswer>;
  readonly onSaved: (saved: ChatAnswer) => void;
}

/** Title and members of a chat; a failure is shown in the dialog, never as a toast. */
export function createChatForm({ chat, userId, save, onSaved }: ChatFormOptions) {
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

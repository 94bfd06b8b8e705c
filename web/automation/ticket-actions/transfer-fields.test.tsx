import { expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { actionTexts } from "#web/inbox/tickets/ticket-actions/locales/index.ts";
import { ActionFields } from "./action-fields.tsx";
import type { ActionDraft } from "./draft.ts";

await startPortuguese({ name: "common" });
await startPortuguese(actionTexts);

const shown = (draft: ActionDraft) => {
  const changes: object[] = [];
  const { container } = render(
    <ActionFields draft={draft} files={[]} isShared onChange={(change) => void changes.push(change)} />,
  );
  /** Chooses in the hidden native element of the last list. */
  const choose = (value: string) => {
    const list = [...container.querySelectorAll("select")].at(-1);
    if (list) act(() => void fireEvent.change(list, { target: { value } }));
  };
  return { changes, choose };
};

test("a transfer to a queue says whether its chatbot starts, and by default follows the settings", () => {
  const { changes, choose } = shown({ action: "transfer", queueId: 3 });
  screen.getByText("Chatbot da fila");
  screen.getByRole("button", { name: /Como na configuração/ });
  choose("botNo");
  choose("botYes");
  expect(changes).toEqual([{ startBot: false }, { startBot: true }]);
});

test("a transfer to a person shows no field about the chatbot, because it starts none", () => {
  shown({ action: "transfer", queueId: 3, userId: 9 });
  expect(screen.queryByText("Chatbot da fila")).toBeNull();
});

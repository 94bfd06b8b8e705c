import { expect, test } from "bun:test";
import { fireEvent, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { undoTexts } from "./locales/index.ts";
import { UndoBar } from "./undo-bar.tsx";

await startPortuguese(undoTexts);

const held = (seconds: number) => {
  const message = sampleMessage({ fromMe: true, sendState: "queued" });
  const heldUntil = new Date(Date.parse(message.createdAt) + seconds * 1000).toISOString();
  return { ...message, heldUntil };
};

test("a held message shows its seconds, counted from its own times, and one press undoes it once", () => {
  let undone = 0;
  render(<UndoBar message={held(3)} onUndo={() => (undone += 1)} />);
  screen.getByText("Enviando em 3 s");
  const button = screen.getByRole("button", { name: "Desfazer" });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(undone).toBe(1);
});

test("a message without time left offers no undo", () => {
  render(<UndoBar message={held(0)} onUndo={() => undefined} />);
  expect(screen.queryByRole("button")).toBeNull();
});

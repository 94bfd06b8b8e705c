import { afterEach, expect, test } from "bun:test";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { undoTexts } from "./locales/index.ts";
import { UndoBar } from "./undo-bar.tsx";

afterEach(cleanup);

const held = (seconds: number) => {
  const message = sampleMessage({ fromMe: true, sendState: "queued" });
  const heldUntil = new Date(Date.parse(message.createdAt) + seconds * 1000).toISOString();
  return { ...message, heldUntil };
};

test("a held message shows its seconds, counted from its own times, and one press undoes it once", async () => {
  await preloadTexts(undoTexts);
  let undone = 0;
  render(<UndoBar message={held(3)} onUndo={() => (undone += 1)} />);
  screen.getByText("Enviando em 3 s");
  const button = screen.getByRole("button", { name: "Desfazer" });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(undone).toBe(1);
});

test("a message without time left offers no undo", async () => {
  await preloadTexts(undoTexts);
  render(<UndoBar message={held(0)} onUndo={() => undefined} />);
  expect(screen.queryByRole("button")).toBeNull();
});

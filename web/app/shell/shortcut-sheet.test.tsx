import { expect, test } from "bun:test";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { shell } from "#web/app/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { addHotkeys, listenHotkeys } from "#web/lib/keyboard/hotkeys.ts";
import { ShortcutSheet } from "./shortcut-sheet.tsx";

await startPortuguese(shell, ticketTexts);

const group = (id: string, title: string, keys: string) =>
  addHotkeys({
    id,
    title: () => title,
    keys: [{ keys, acts: "free", describe: () => `faz ${keys}`, run: () => undefined }],
  });

test("the sheet of shortcuts lists those of the page before the general ones, and names every key", () => {
  const leave = [
    group("ticket-list", "Atendimentos", "j"),
    group("shell", "Geral", "g t"),
    group("ticket", "Atendimento aberto", "e"),
  ];
  render(<ShortcutSheet />);
  expect(screen.getAllByRole("heading", { level: 3 }).map((title) => title.textContent)).toEqual([
    "Atendimentos",
    "Atendimento aberto",
    "Geral",
  ]);
  expect(screen.getByText("faz g t").nextElementSibling?.textContent).toBe("gdepoist");
  for (const stop of leave) stop();
});

test("the sheet lists keys that a row or a text box handles itself, and the page does not handle them", () => {
  const leave = addHotkeys({
    id: "composer",
    title: () => "Na caixa de mensagem",
    keys: [],
    documented: [{ keys: "shift+Enter", describe: () => "Nova linha" }],
  });
  const leavePage = group("ticket", "Atendimento aberto", "e");
  const stop = listenHotkeys();
  render(<ShortcutSheet />);
  expect(screen.getByText("Nova linha").nextElementSibling?.textContent).toBe("ShiftEnter");
  expect(screen.getAllByRole("heading", { level: 3 }).map((title) => title.textContent)).toEqual([
    "Atendimento aberto",
    "Atendimentos",
    "Na caixa de mensagem",
  ]);
  cleanup();
  // True: no shortcut handled the key press.
  expect(fireEvent.keyDown(document.body, { key: "Enter", shiftKey: true })).toBe(true);
  leave();
  leavePage();
  stop();
});

test("shortcuts without an effect now are listed, greyed out and labelled for screen readers", () => {
  render(<ShortcutSheet />);
  const line = screen.getByText("Resolver o atendimento").closest("div");
  expect(line?.className).toBe("key-idle");
  expect(line?.textContent).toContain("Indisponível agora");
  // A shortcut that changes a ticket works in command mode only.
  expect(line?.querySelector("dd")?.textContent).toBe("F2depoise");
});

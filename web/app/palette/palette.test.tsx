import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { provideFirstTexts } from "#web/app/first-texts.ts";
import { shell } from "#web/app/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { ticketTexts } from "#web/inbox/tickets/locales/index.ts";
import { placeTexts } from "#web/lib/places/locales/index.ts";
import { session } from "#web/lib/session/session.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { paletteTexts } from "./locales/index.ts";
import { loadPalette } from "./palette.tsx";

provideFirstTexts();
await startPortuguese(shell, ticketTexts, messages, paletteTexts, placeTexts);

beforeEach(async () => {
  toasts.list.value = [];
  history.replaceState(null, "", "/dashboard");
  servePage(() => ({ body: { tickets: [], contacts: [] } }));
  session.take({ token: "t", user: sampleUser() });
  const Palette = await loadPalette();
  render(<Palette />);
});
afterEach(() => {
  cleanup();
  act(() => session.end());
});

async function type(text: string): Promise<readonly string[]> {
  const field = await screen.findByRole("searchbox");
  await act(async () => fireEvent.change(field, { target: { value: text } }));
  return screen.queryAllByRole("menuitem").map(({ textContent }) => textContent ?? "");
}

test("the palette finds tabs of pages and menu entries by words of other products", async () => {
  expect(await type("SLA")).toContain("Políticas de SLAAutomação");
  expect(await type("csat")).toContain("Relatório de satisfaçãoRelatórios");
  expect(await type("canned responses")).toContain("Respostas rápidas");
  expect(await type("inbox")).toContain("Conexões");
});

test("a ticket action that is chosen while no ticket is open opens the list and shows where the action is found", async () => {
  const rows = await type("snooze");
  expect(rows.some((row) => row.startsWith("Adiar o atendimento"))).toBe(true);
  await act(async () => fireEvent.click(screen.getByRole("menuitem", { name: /Adiar o atendimento/ })));
  expect(location.pathname).toBe("/tickets");
  expect(toasts.list.value.map(({ text }) => text)).toEqual([
    "“Adiar o atendimento”: abra um atendimento; o comando está no cabeçalho e no menu dele.",
  ]);
});

test("the palette offers no keys that only move the focus", async () => {
  expect(await type("linha de baixo")).toEqual(["Nada encontrado"]);
});

import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { session } from "#web/lib/session/session.ts";
import { FakeWebSocket } from "#web/lib/testing/test-fakes.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import ContactDialog from "./contact-dialog.tsx";
import { contactTexts } from "./locales/index.ts";

await startPortuguese(contactTexts);
beforeEach(() => {
  globalThis.WebSocket = FakeWebSocket as never;
});
afterEach(() => act(() => session.end()));

test("a number that is not on WhatsApp is marked with the server's reason at its field, and the input stays", async () => {
  const calls = servePage(({ method }) =>
    method === "POST" ? { status: 400, body: { error: "ERR_WAPP_INVALID_CONTACT" } } : { body: [] },
  );
  session.take({ token: "t", user: sampleUser() });
  const initial = { name: "Marina", number: "(12) 97777-1111" };
  await act(async () => void render(<ContactDialog initial={initial} onClose={() => undefined} />));
  await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Adicionar" })));
  expect(await screen.findByText("Este não é um número de WhatsApp válido.")).toBeTruthy();
  const field = screen.getByRole("textbox", { name: /Número/ }) as HTMLInputElement;
  expect(field.getAttribute("aria-invalid")).toBe("true");
  expect(field.value).toBe("(12) 97777-1111");
  expect(calls.find(({ method }) => method === "POST")?.body).toMatchObject({ number: "(12) 97777-1111" });
});

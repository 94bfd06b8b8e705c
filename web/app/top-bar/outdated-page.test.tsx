import { afterEach, beforeEach, expect, type Mock, spyOn, test } from "bun:test";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { shell } from "#web/app/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { OutdatedPage } from "./outdated-page.tsx";
import { checkPageAge, hideOutdated } from "./page-age.ts";

await startPortuguese(shell);

let script: HTMLScriptElement;
let asked: Mock<typeof fetch>;
beforeEach(() => {
  script = document.createElement("script");
  // The DOM of the tests would load it.
  script.type = "text/plain";
  script.setAttribute("src", "/assets/index-1a2b3c.js");
  document.body.append(script);
  asked = spyOn(globalThis, "fetch");
});
afterEach(() => {
  cleanup();
  hideOutdated();
  script.remove();
  asked.mockRestore();
});

test("a page whose first script the server no longer has offers to reload, until the user closes the notice", async () => {
  asked.mockResolvedValue(new Response(null, { status: 404 }));
  render(<OutdatedPage />);
  await act(checkPageAge);
  expect(String(asked.mock.calls[0]?.[0])).toEndWith("/assets/index-1a2b3c.js");
  expect(asked.mock.calls[0]?.[1]).toMatchObject({ method: "HEAD" });
  expect(screen.getByRole("status").textContent).toContain("há uma nova versão.");
  screen.getByRole("button", { name: "Atualizar" });
  fireEvent.click(screen.getByRole("button", { name: "Fechar" }));
  expect(screen.getByRole("status").textContent).toBe("");
});

test.each([
  ["the server still has", () => Promise.resolve(new Response(null, { status: 200 }))],
  ["a server cannot answer for at the moment", () => Promise.resolve(new Response(null, { status: 503 }))],
  ["is requested without a connection", () => Promise.reject(new TypeError("Failed to fetch"))],
])("a page whose first script %s is not called outdated", async (_, answer) => {
  asked.mockImplementation(answer as unknown as typeof fetch);
  render(<OutdatedPage />);
  await act(checkPageAge);
  expect(screen.getByRole("status").textContent).toBe("");
});

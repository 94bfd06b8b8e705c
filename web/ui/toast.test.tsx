import { expect, test } from "bun:test";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { speakPortuguese } from "#web/i18n/test-language.ts";
import { ApiError } from "#web/lib/api-error.ts";
import { toast, toasts } from "./toast.ts";
import { ToastRegion } from "./toast-region.tsx";

await speakPortuguese();

test("a refusal is told in the page's language for 2 seconds, where screen readers hear it", async () => {
  render(<ToastRegion />);
  act(() => toast.failure(new ApiError(409, "ERR_OTHER_OPEN_TICKET")));
  const shown = await screen.findByRole("alert");
  expect(shown.textContent).toBe("Já existe um atendimento aberto para este contato.");
  expect(toasts.visibleToasts[0]?.timeout).toBe(2_000);
  fireEvent.click(screen.getByRole("button", { name: "Fechar" }));
  await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
});

test("a code without translation shows the server's own text, no text at all 'Ocorreu um erro!'", () => {
  const told = (error: unknown) => {
    toast.failure(error);
    const text = toasts.visibleToasts[0]?.content.text;
    for (const { key } of toasts.visibleToasts) toasts.close(key);
    return text;
  };
  expect(told(new ApiError(400, "Número inválido na linha 3"))).toBe("Número inválido na linha 3");
  expect(told(new ApiError(502, ""))).toBe("Ocorreu um erro!");
  expect(told(new Error("boom"))).toBe("Ocorreu um erro!");
});

test("what we called off ourselves is not told", () => {
  toast.failure(new DOMException("Called off", "AbortError"));
  expect(toasts.visibleToasts).toEqual([]);
});

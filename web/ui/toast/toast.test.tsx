import { afterEach, beforeEach, expect, jest, test } from "bun:test";
import { act, fireEvent, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { toast, toasts } from "./toast.ts";
import { ToastRegion } from "./toast-region.tsx";

await startPortuguese();

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  toasts.list.value = [];
});
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));

test("an error toast is shown in the page's language for 8 seconds and announced by screen readers", () => {
  render(<ToastRegion />);
  act(() => toast.failure(new ApiError(409, "ERR_OTHER_OPEN_TICKET")));
  expect(screen.getByRole("alert").textContent).toBe("Já existe um atendimento aberto para este contato.");
  pass(7_999);
  expect(screen.queryByRole("alert")).not.toBeNull();
  pass(1);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a success toast is shown for 3 seconds", () => {
  render(<ToastRegion />);
  act(() => void toast.success("Salvo com sucesso."));
  pass(2_999);
  expect(screen.queryByRole("status")).not.toBeNull();
  pass(1);
  expect(screen.queryByRole("status")).toBeNull();
});

test("a hovered toast does not close", () => {
  render(<ToastRegion />);
  act(() => void toast.success("Salvo com sucesso."));
  fireEvent.mouseEnter(screen.getByRole("region", { name: "Avisos" }));
  pass(10_000);
  expect(screen.getByRole("status").textContent).toBe("Salvo com sucesso.");
  fireEvent.mouseLeave(screen.getByRole("region", { name: "Avisos" }));
  pass(3_000);
  expect(screen.queryByRole("status")).toBeNull();
});

test("a toast with an exact time closes then, even when hovered", () => {
  let gone = 0;
  const onGone = () => {
    gone += 1;
  };
  const action = { label: "Desfazer", run: () => {}, onGone };
  const { container } = render(<ToastRegion />);
  act(() => void toast.timed({ text: "Atendimento resolvido", detail: "Maria", action, exactMs: 4_700 }));
  expect(container.querySelector<SVGElement>(".toast-countdown-left")?.style.animationDuration).toBe(
    "4700ms",
  );
  fireEvent.mouseEnter(screen.getByRole("region", { name: "Avisos" }));
  pass(4_699);
  expect([screen.queryByText("Maria") !== null, gone]).toEqual([true, 0]);
  pass(1);
  expect([screen.queryByText("Maria") !== null, gone]).toEqual([false, 1]);
});

test("a toast with an action is shown for eight seconds and runs it once", () => {
  let undone = 0;
  const run = () => {
    undone += 1;
  };
  render(<ToastRegion />);
  act(() => void toast.info("Atendimento resolvido", { label: "Desfazer", run }));
  pass(7_900);
  fireEvent.click(screen.getByRole("button", { name: "Desfazer" }));
  expect([undone, toasts.list.value.length]).toEqual([1, 0]);
});

test("a toast for a code without translation shows the server's own text, or 'Ocorreu um erro!' without one", () => {
  const told = (error: unknown) => {
    toast.failure(error);
    return toasts.list.value.at(-1)?.text;
  };
  expect(told(new ApiError(400, "Número inválido na linha 3"))).toBe("Número inválido na linha 3");
  expect(told(new ApiError(502, ""))).toBe("Ocorreu um erro!");
  expect(told(new Error("boom"))).toBe("Ocorreu um erro!");
});

test("an aborted request shows no toast, and at most four toasts are shown", () => {
  toast.failure(new DOMException("Called off", "AbortError"));
  expect(toasts.list.value).toEqual([]);
  for (let count = 0; count < 6; count += 1) toast.error(`${count}`);
  expect(toasts.list.value.map(({ text }) => text)).toEqual(["2", "3", "4", "5"]);
});

test("a second toast with the same text restarts the time of the first", () => {
  render(<ToastRegion />);
  act(() => void toast.success("Salvo com sucesso."));
  pass(2_000);
  act(() => void toast.success("Salvo com sucesso."));
  expect(screen.queryAllByRole("status")).toHaveLength(1);
  pass(2_000);
  expect(screen.queryAllByRole("status")).toHaveLength(1);
});

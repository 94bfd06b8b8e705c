import { expect, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { Confirm } from "./confirm.tsx";

await startPortuguese();

function ask(onConfirm: () => unknown) {
  let closed = 0;
  render(
    <Confirm
      title="Excluir?"
      confirmLabel="Excluir"
      onConfirm={onConfirm}
      onClose={() => {
        closed += 1;
      }}
    >
      Deseja realmente excluir esse registro?
    </Confirm>,
  );
  return () => closed;
}

test("Esc and Cancel close a confirmation dialog without effect", () => {
  let done = 0;
  const closed = ask(() => {
    done += 1;
  });
  fireEvent.click(screen.getByRole("button", { name: "Cancelar" }));
  fireEvent.keyDown(screen.getByRole("alertdialog"), { key: "Escape" });
  expect([closed(), done]).toEqual([2, 0]);
});

test("a confirmed action that fails shows the error and keeps the dialog open", async () => {
  const closed = ask(() => Promise.reject(new ApiError(409, "ERR_LAST_ADMIN")));
  fireEvent.click(screen.getByRole("button", { name: "Excluir" }));
  await waitFor(() =>
    expect(toasts.list.value[0]?.text).toBe("A empresa precisa de ao menos um administrador."),
  );
  expect(closed()).toBe(0);
});

test("a confirmed action runs once and the dialog closes", async () => {
  let done = 0;
  const closed = ask(async () => {
    done += 1;
  });
  const button = screen.getByRole("button", { name: "Excluir" });
  fireEvent.click(button);
  fireEvent.click(button);
  await waitFor(() => expect(closed()).toBe(1));
  expect(done).toBe(1);
});

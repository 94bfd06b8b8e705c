import { expect, test } from "bun:test";
import { fireEvent, render, screen } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { usersTexts } from "./locales/index.ts";
import { RemoveUserDialog } from "./remove-dialog.tsx";

await startPortuguese(usersTexts);

const KEYS = { keys: [{ id: 1, name: "ERP", createdBy: { id: 7, name: "Bruno" } }] };
const open = () =>
  render(
    <RemoveUserDialog
      user={{ id: 7, name: "Bruno" } as never}
      onRemoved={() => undefined}
      onClose={() => undefined}
    />,
  );
const confirm = () => screen.getByRole<HTMLButtonElement>("button", { name: "Excluir" });

test("a deletion can be confirmed only after the API keys of the user are shown", async () => {
  const answered = Promise.withResolvers<void>();
  servePage(async () => {
    await answered.promise;
    return { body: KEYS };
  });
  open();
  expect(confirm().disabled).toBe(true);
  answered.resolve();
  await screen.findByText(/continuam funcionando: ERP\./);
  expect(confirm().disabled).toBe(false);
});

test("API keys that cannot be loaded are reported, and a retry shows them", async () => {
  let isDown = true;
  servePage(() => (isDown ? { status: 500, body: { error: "ERR_INTERNAL" } } : { body: KEYS }));
  open();
  await screen.findByText("Não foi possível ver as chaves de API desta pessoa");
  expect(confirm().disabled).toBe(true);
  isDown = false;
  fireEvent.click(screen.getByRole("button", { name: "Tentar de novo" }));
  await screen.findByText(/continuam funcionando: ERP\./);
  expect(confirm().disabled).toBe(false);
});

test("a company whose plan has no API deletes a user without a question about API keys", async () => {
  servePage(() => ({
    status: 403,
    body: { error: "ERR_PLAN_FEATURE", details: { feature: "useExternalApi" } },
  }));
  open();
  await screen.findByRole("button", { name: "Excluir" });
  for (let turn = 0; confirm().disabled && turn < 100; turn += 1)
    await new Promise((done) => setImmediate(done));
  expect(confirm().disabled).toBe(false);
});

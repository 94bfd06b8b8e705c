import { expect, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { connections } from "#web/lib/lists/connections.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { connectionsTexts } from "./locales/index.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { sampleConnection } from "./test-connection.ts";

// Needs a page of its own: see `sharesPage` in scripts/test-suites.ts.
await startPortuguese(connectionsTexts);

const HAS_TICKETS = {
  status: 409,
  body: { error: "ERR_CONNECTION_HAS_TICKETS", details: { count: 4 } },
};

test("the dialog that deletes a connection has the text of the contract", () => {
  render(<RemoveDialog connection={sampleConnection()} onClose={() => undefined} />);
  expect(screen.getByText("Deseja realmente excluir esse registro?")).toBeTruthy();
});

test("open tickets are moved to the chosen connection before the deletion", async () => {
  connections.items.upsertAll([sampleConnection(), sampleConnection({ id: 2, name: "Loja Norte" })]);
  const calls = servePage(({ path }) =>
    path.includes("moveTo") ? { body: { message: "ok" } } : HAS_TICKETS,
  );
  let closed = false;
  render(
    <RemoveDialog
      connection={sampleConnection()}
      onClose={() => {
        closed = true;
      }}
    />,
  );
  fireEvent.click(screen.getByRole("button", { name: "Excluir" }));
  expect(await screen.findByText(/4 atendimentos que não foram resolvidos/)).toBeTruthy();
  expect(closed).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Mover e excluir" }));
  await waitFor(() => expect(closed).toBe(true));
  expect(calls.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "DELETE /whatsapp/1",
    "DELETE /whatsapp/1?moveTo=2",
  ]);
  expect(connections.items.peek(1)).toBeUndefined();
});

test("without another connection for its tickets a connection cannot be deleted until they are closed", async () => {
  connections.items.clear();
  servePage(() => HAS_TICKETS);
  render(<RemoveDialog connection={sampleConnection()} onClose={() => undefined} />);
  fireEvent.click(screen.getByRole("button", { name: "Excluir" }));
  expect(await screen.findByText(/Não há outra conexão/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Mover e excluir" }).disabled).toBe(true);
});

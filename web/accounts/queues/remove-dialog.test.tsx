import { expect, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { queueTexts } from "./locales/index.ts";
import { queues } from "./queue-list.ts";
import { RemoveDialog } from "./remove-dialog.tsx";
import { sampleQueue } from "./test-queue.ts";

await startPortuguese(queueTexts);

const HAS_TICKETS = { status: 409, body: { error: "ERR_QUEUE_HAS_TICKETS", details: { count: 4 } } };
const dialog = (onClose: () => void = () => undefined) =>
  render(<RemoveDialog queue={sampleQueue()} onClose={onClose} />);

test("the dialog that deletes a queue has the text of the contract", () => {
  dialog();
  expect(screen.getByText("Deseja realmente excluir esse registro?")).toBeTruthy();
});

test("the dialog that deletes a queue shows the affected tickets and their new queue before anything is deleted", async () => {
  const uses = { tickets: 2, users: 3, connections: 1, options: 0, leads: 1 };
  servePage(({ path }) => (path === "/queue/1/uses" ? { body: uses } : HAS_TICKETS));
  dialog();
  expect(await screen.findByText(/2 atendimentos abertos ou aguardando vão para outra fila/)).toBeTruthy();
  screen.getByText(/3 usuários/);
  screen.getByText(/1 conexão deixa de oferecer/);
  screen.getByText(/1 opção de outra fila perde o destino/);
  expect(screen.queryByText(/chatbot/)).toBeNull();
});

test("the only queue of a company cannot be deleted until its tickets are closed", async () => {
  servePage(() => HAS_TICKETS);
  dialog();
  fireEvent.click(screen.getByRole("button", { name: "Excluir" }));
  expect(await screen.findByText(/Não há outra fila/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Mover e excluir" }).disabled).toBe(true);
});

test("open tickets are moved to the chosen queue before the deletion", async () => {
  queues.put(sampleQueue());
  queues.put(sampleQueue({ id: 2, name: "Suporte" }));
  const calls = servePage(({ path }) =>
    path.includes("moveTo") ? { body: { message: "ok" } } : HAS_TICKETS,
  );
  let closed = false;
  dialog(() => {
    closed = true;
  });
  fireEvent.click(screen.getByRole("button", { name: "Excluir" }));
  expect(await screen.findByText(/4 atendimentos que não foram resolvidos/)).toBeTruthy();
  expect(closed).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Mover e excluir" }));
  await waitFor(() => expect(closed).toBe(true));
  const written = calls.filter(({ method }) => method !== "GET");
  expect(written.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "DELETE /queue/1",
    "DELETE /queue/1?moveTo=2",
  ]);
  expect(queues.list.items.peek().map(({ id }) => id)).toEqual([2]);
  queues.remove(2);
});

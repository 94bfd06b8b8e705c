import { afterEach, expect, test } from "bun:test";
import { fireEvent, render, screen, within } from "@testing-library/react";
import { hoursTexts } from "#web/accounts/opening-hours/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { variableTexts } from "#web/inbox/variables/locales/index.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { queueTexts } from "./locales/index.ts";
import { QueuesPage } from "./page.tsx";
import { queues } from "./queue-list.ts";
import { sampleQueue } from "./test-queue.ts";

await startPortuguese(queueTexts, hoursTexts, variableTexts);

let leave: () => void = () => undefined;
const open = () => {
  const { unmount } = render(<QueuesPage />);
  leave = unmount;
};
afterEach(() => leave());

test("the page of queues shows the first step while there is no queue", async () => {
  servePage(() => ({ body: [] }));
  open();
  expect(await screen.findByText("Nenhuma fila ainda")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Adicionar fila" })).toHaveLength(1);
});

test("a list of queues that failed to load shows an error and can be loaded again", async () => {
  let answer: { status?: number; body: unknown } = { status: 500, body: { error: "ERR_INTERNAL" } };
  servePage(() => answer);
  open();
  expect(await screen.findByText("Não foi possível carregar a lista de registros")).toBeTruthy();
  answer = { body: [sampleQueue()] };
  fireEvent.click(screen.getByRole("button", { name: "Tentar de novo" }));
  expect(await screen.findByText("Vendas")).toBeTruthy();
});

test("a row of the queue list shows the queue's features and the greeting as customers read it", async () => {
  servePage(() => ({
    body: [
      sampleQueue({
        id: 2,
        name: "Caixa",
        orderQueue: 1,
        schedules: [],
        greetingMessage: "",
        allowDistributedTickets: true,
        usersDistributedTickets: "5;6;9",
        mediaName: "a.png",
        mediaPath: "/media/1/1/a.png",
      }),
      sampleQueue({ orderQueue: 2, hasOptions: true }),
    ],
  }));
  open();
  await screen.findByText("Vendas");
  const [first, second] = screen
    .getAllByRole("row")
    .slice(1)
    .map((row) => within(row));
  expect(first?.getByText("Caixa")).toBeTruthy();
  for (const words of ["Sempre aberto", "Distribui para 3 pessoas", "Arquivo", "Sem mensagem"])
    expect(first?.getByText(words)).toBeTruthy();
  expect(second?.getByText("Chatbot")).toBeTruthy();
  expect(second?.getByText(/Maria!$/)).toBeTruthy();
  queues.remove(2);
});

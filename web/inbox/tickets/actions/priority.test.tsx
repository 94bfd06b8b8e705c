import { afterEach, beforeEach, expect, test } from "bun:test";
import { act, fireEvent, render } from "@testing-library/react";
import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import PriorityDialog from "#web/inbox/tickets/dialogs/priority-dialog.tsx";
import { PriorityMark } from "#web/inbox/tickets/list/priority-mark.tsx";

await startPortuguese({ name: "tickets" });
await startPortuguese({ name: "common" });

const realFetch = globalThis.fetch;
const sent: { url: string; body: unknown }[] = [];
beforeEach(() => {
  sent.splice(0);
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    const body = JSON.parse(String(init.body));
    sent.push({ url: String(url), body });
    return Response.json(sampleTicket({ id: 5, ...body }));
  }) as never;
});
afterEach(() => {
  globalThis.fetch = realFetch;
});

const open = (ticket: Partial<TicketAnswer>) => {
  let isClosed = false;
  const { getByRole } = render(
    <PriorityDialog
      ticket={sampleTicket({ id: 5, ...ticket })}
      onClose={() => {
        isClosed = true;
      }}
    />,
  );
  const choose = async (name: string) => {
    await act(async () => void fireEvent.click(getByRole("option", { name })));
    return isClosed;
  };
  return { getByRole, choose };
};

test("the picker shows four priorities with the current one selected, and a press sets another", async () => {
  const { getByRole, choose } = open({ priority: 3 });
  expect(getByRole("option", { name: "Alta" }).getAttribute("aria-selected")).toBe("true");
  expect(await choose("Urgente")).toBe(true);
  expect(sent).toEqual([{ url: expect.stringContaining("/tickets/5/priority"), body: { priority: 4 } }]);
});

test("a press on the present priority closes the picker and sends nothing", async () => {
  expect(await open({ priority: 2 }).choose("Normal")).toBe(true);
  expect(sent).toEqual([]);
});

test("every priority but normal has a mark with its name", () => {
  const name = (priority: 1 | 2 | 3 | 4) =>
    render(<PriorityMark ticket={{ priority }} />).container.textContent;
  expect([1, 2, 3, 4].map((level) => name(level as 1))).toEqual([
    "Prioridade: Baixa",
    "",
    "Prioridade: Alta",
    "Prioridade: Urgente",
  ]);
});

import { afterEach, expect, test } from "bun:test";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import type { FieldAnswer } from "#people/fields/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { resolutionTexts } from "#web/inbox/tickets/resolutions/locales/index.ts";
import { resolutionList } from "#web/inbox/tickets/resolutions/resolutions-store.ts";
import { listenHotkeys } from "#web/lib/keyboard/hotkeys.ts";
import { fieldList } from "#web/people/fields/fields-store.ts";
import { fieldTexts } from "#web/people/fields/locales/index.ts";
import { ResolvePanel } from "./resolve-panel.tsx";
import { resolveOrAsk, resolving } from "./resolving.ts";

await startPortuguese(fieldTexts);
await startPortuguese(resolutionTexts);
const realFetch = globalThis.fetch;
afterEach(() => {
  cleanup();
  globalThis.fetch = realFetch;
  fieldList.forget();
  resolutionList.forget();
  resolving.value = null;
});

const cpf: FieldAnswer = {
  ...{ id: 4, of: "contact", key: "cpf", label: "CPF", kind: "text", choices: [], required: true },
  ...{ queueIds: [], inList: false, position: 1, active: true, hasValues: false },
};

test("a close that lacks a required field asks for it and sends it with the close", async () => {
  fieldList.put(cpf);
  const sent: unknown[] = [];
  globalThis.fetch = (async (_: unknown, init?: RequestInit) => {
    const body = JSON.parse(String(init?.body));
    sent.push(body);
    const isComplete = body.contactFields?.cpf === "123";
    return Response.json(
      isComplete
        ? sampleTicket({ id: 7, status: "closed" })
        : { error: "ERR_FIELDS_REQUIRED", details: { fields: [4], resolution: false } },
      { status: isComplete ? 200 : 400 },
    );
  }) as typeof fetch;
  const closed: string[] = [];
  await resolveOrAsk(sampleTicket({ id: 7 }), { status: "closed" }, ({ status }) => void closed.push(status));
  const asked = resolving.value;
  if (!asked) throw new Error("the panel did not open");
  render(<ResolvePanel asked={asked} />);
  const input = await screen.findByLabelText(/CPF/);
  fireEvent.submit(input);
  expect(await screen.findByText("Preencha este campo.")).toBeDefined();
  expect(sent).toHaveLength(1);
  fireEvent.change(input, { target: { value: "123" } });
  fireEvent.submit(input);
  await waitFor(() => expect(closed).toEqual(["closed"]));
  expect(sent.at(-1)).toMatchObject({ status: "closed", contactFields: { cpf: "123" } });
  expect(resolving.value).toBeNull();
});

test("a required resolution is chosen by its key before the ticket is resolved", async () => {
  for (const [id, name] of [
    [1, "Vendido"],
    [2, "Desistiu"],
  ] as const)
    resolutionList.put({ id, name, queueIds: [], position: id, active: true });
  const sent: unknown[] = [];
  globalThis.fetch = (async (_: unknown, init?: RequestInit) => {
    sent.push(JSON.parse(String(init?.body)));
    return Response.json(sampleTicket({ id: 7, status: "closed" }));
  }) as typeof fetch;
  const closed: string[] = [];
  render(
    <ResolvePanel
      asked={{
        ticket: sampleTicket({ id: 7 }),
        body: { status: "closed" },
        fieldIds: [],
        isResolutionRequired: true,
        onClosed: ({ status }) => void closed.push(status),
      }}
    />,
  );
  const first = await screen.findByRole("radio", { name: /Vendido/ });
  fireEvent.submit(first);
  expect(await screen.findByText("Escolha um motivo.")).toBeDefined();
  expect(sent).toEqual([]);
  fireEvent.keyDown(first, { key: "2" });
  expect(document.activeElement).toBe(screen.getByRole("radio", { name: /Desistiu/ }));
  const note = screen.getByLabelText("Observação");
  note.focus();
  fireEvent.keyDown(note, { key: "1" });
  fireEvent.change(note, { target: { value: "1" } });
  expect(document.activeElement).toBe(note);
  fireEvent.submit(first);
  await waitFor(() => expect(closed).toEqual(["closed"]));
  expect(sent).toMatchObject([{ status: "closed", resolutionId: 2, resolutionNote: "1" }]);
});

test("Enter resolves right after the digit of a resolution, and not at the end of a text that has one", async () => {
  for (const [id, name] of [
    [1, "Vendido"],
    [2, "Desistiu"],
  ] as const)
    resolutionList.put({ id, name, queueIds: [], position: id, active: true });
  const stop = listenHotkeys(document);
  const asked = {
    ...{ ticket: sampleTicket({ id: 7 }), body: { status: "closed" as const }, fieldIds: [] },
    ...{ isResolutionRequired: true, onClosed: () => undefined },
  };
  /** Whether Enter reaches the form after these keys. */
  const reaches = async (...keys: readonly string[]) => {
    render(<ResolvePanel asked={asked} />);
    const radio = await screen.findByRole("radio", { name: /Vendido/ });
    for (const key of keys) fireEvent.keyDown(radio, { key });
    const isHandled = fireEvent.keyDown(radio, { key: "Enter" });
    cleanup();
    return isHandled;
  };
  expect(await reaches("2")).toBe(true);
  expect(await reaches("2", " ", "s", "i", "m")).toBe(false);
  expect(await reaches("s", "ã", "o", " ", "2")).toBe(false);
  stop();
});

import { afterEach, beforeEach, expect, test } from "bun:test";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { variableTexts } from "#web/inbox/variables/locales/index.ts";
import { session } from "#web/lib/session/session.ts";
import { type PageCall, servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";
import { contactTexts } from "#web/people/contacts/locales/index.ts";
import { scheduleTexts } from "./locales/index.ts";
import { SchedulesPage } from "./page.tsx";
import type { Schedule } from "./schedules-api.ts";
import { sampleSchedule } from "./test-schedule.ts";

await startPortuguese(scheduleTexts, contactTexts, variableTexts);

beforeEach(() => {
  globalThis.WebSocket = class {
    send() {}
    close() {}
  } as never;
});
afterEach(() => {
  cleanup();
  session.end();
});

function open(schedules: readonly Schedule[], path = "/schedules") {
  const calls = servePage((call) => answer(call, schedules));
  session.take({ token: "t", user: sampleUser() });
  const place = memoryLocation({ path, record: true });
  render(
    <Router hook={place.hook} searchHook={place.searchHook}>
      <SchedulesPage />
    </Router>,
  );
  return { calls, place };
}

function answer({ method, path }: PageCall, schedules: readonly Schedule[]) {
  if (method === "PUT") return { body: sampleSchedule({ status: "PENDENTE" }) };
  if (path.startsWith("/schedules")) return { body: { schedules, count: schedules.length, hasMore: false } };
  if (path === "/contacts/7") return { body: { ...sampleSchedule().contact, uuid: "u" } };
  return { body: [] };
}

test("an empty page explains scheduled messages", async () => {
  open([]);
  expect(await screen.findByText("Nenhuma mensagem agendada")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: "Novo agendamento" }).length).toBeGreaterThan(0);
});

test("a failed message shows the reason and is sent again by one press", async () => {
  const { calls } = open([sampleSchedule({ status: "ERRO", error: "ERR_TOO_LATE" })]);
  expect(await screen.findByText("O horário marcado já passou há muito tempo.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Reenviar" }));
  await waitFor(() => expect(calls.some(({ method }) => method === "PUT")).toBe(true));
  const put = calls.find(({ method }) => method === "PUT");
  expect(put?.path).toBe("/schedules/1");
  const { sendAt } = (put?.body ?? { sendAt: "" }) as { sendAt: string };
  expect(Date.parse(sendAt)).toBeGreaterThan(Date.now() - 10_000);
});

test("a URL with a contact opens the dialog for that contact, and closing it removes the contact from the URL", async () => {
  const { place } = open([], "/schedules?contactId=7");
  expect(await screen.findByRole("dialog", { name: "Nova mensagem agendada" })).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>("combobox", { name: /Contato/ }).value).toBe("Marina Ribeiro"),
  );
  fireEvent.click(screen.getByRole("button", { name: "Cancelar" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(place.history?.at(-1)).toBe("/schedules");
});

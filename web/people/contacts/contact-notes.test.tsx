import { expect, test } from "bun:test";
import { signal } from "@preact/signals-react";
import { render, screen } from "@testing-library/react";
import type { TicketNoteAnswer } from "#inbox/tickets/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { ContactNotes } from "./contact-notes.tsx";
import { contactTexts } from "./locales/index.ts";

await startPortuguese(contactTexts);

const note = (id: number, name: string): TicketNoteAnswer => ({
  id,
  note: `Nota de ${name}`,
  ticketId: 1,
  whatsappId: 1,
  contactId: 1,
  user: { id, name },
  createdAt: "2026-11-23T13:00:00.000Z",
});

test("all notes are shown, with a delete button on those the user may delete", async () => {
  render(
    <ContactNotes
      room={{
        ticketId: 1,
        contactId: 1,
        connectionId: 1,
        notes: signal([note(7, "Ana"), note(8, "Bia")]),
        messages: signal([]),
        addNote: async () => undefined,
        mayDeleteNote: ({ user }) => user?.id === 7,
        deleteNote: () => undefined,
        fields: {},
        queueId: null,
        saveFields: () => Promise.resolve(),
        openMessage: () => undefined,
      }}
    />,
  );
  expect(await screen.findByText("Nota de Bia")).toBeDefined();
  expect(screen.getByRole("button", { name: "Excluir a nota de Ana" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Excluir a nota de Bia" })).toBeNull();
});

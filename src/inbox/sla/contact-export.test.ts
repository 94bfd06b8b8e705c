import { expect, test } from "bun:test";
import { ContactExporting, type ExportedPart } from "#people/contacts/events.ts";
import { contactById } from "#people/contacts/index.ts";
import { HOUR, MINUTE, openSlaDesk } from "./testing.ts";

test("the export of a person has the promised times of that person's tickets, with their outcome", async () => {
  const desk = openSlaDesk();
  desk.policy({ name: "Padrão", firstMinutes: 30, resolutionMinutes: 240 });
  const ticketId = desk.customer();
  desk.customer();
  desk.app.clock.advance(HOUR);
  await desk.sweep();
  const parts: ExportedPart[] = [];
  desk.tenant.write((unit) => {
    const contact = contactById(unit.db, desk.ticket(ticketId).contactId);
    if (contact) unit.emit(ContactExporting, { contact, add: (part) => void parts.push(part) });
  });
  const rows = parts.flatMap((part) =>
    "rows" in part && part.name === "prazos.json" ? [...part.rows()] : [],
  );
  const { protocol } = desk.ticket(ticketId);
  const startedAt = new Date(desk.app.clock.now() - HOUR).toISOString();
  expect(rows).toMatchObject([
    { protocol, policy: "Padrão", target: "first", state: "missed", startedAt },
    { protocol, policy: "Padrão", target: "resolution", startedAt },
  ]);
  expect(rows[0]).toMatchObject({ missedAt: new Date(desk.app.clock.now() - 30 * MINUTE).toISOString() });
  desk.close();
});

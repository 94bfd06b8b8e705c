import { afterEach, expect, test } from "bun:test";
import { cleanup, render, screen } from "@testing-library/react";
import type { ContactAnswer } from "#people/contacts/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { type Connection, connections } from "#web/lib/lists/connections.ts";
import { ContactData } from "./contact-data.tsx";
import { contactTexts } from "./locales/index.ts";

await startPortuguese(contactTexts);
afterEach(cleanup);

const contact = {
  ...{ id: 1, name: "Ana", number: "5511970000000", email: "", extraInfo: [], whatsapp: null },
  ...{ channels: ["whatsapp", "instagram"], createdAt: "2026-11-01T12:00:00.000Z", ticketsCount: 1 },
} as unknown as ContactAnswer;

test("a contact's channel through an official number is named as official, through an own number as WhatsApp", () => {
  connections.items.upsert({ id: 7, name: "Matriz", provider: "cloud" } as Connection);
  connections.items.upsert({ id: 8, name: "Loja", provider: "beta" } as Connection);
  const nothing = () => undefined;
  const shown = (connectionId: number) => (
    <ContactData contact={contact} connectionId={connectionId} onEdit={nothing} onMerge={nothing} />
  );
  const { rerender } = render(shown(7));
  expect(screen.queryByText("WhatsApp oficial · Instagram")).not.toBeNull();
  rerender(shown(8));
  expect(screen.queryByText("WhatsApp · Instagram")).not.toBeNull();
});

import { expect, test } from "bun:test";
import { render, screen } from "@testing-library/react";
import type { MessageInfo } from "#inbox/messages/info/contract.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { messages } from "#web/inbox/messages/locales/index.ts";
import { sampleMessage } from "#web/inbox/messages/test-samples.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { InfoDialog } from "./info-dialog.tsx";
import { infoTexts } from "./locales/index.ts";

await startPortuguese(infoTexts, messages);

const info: MessageInfo = {
  author: { id: 1, name: "Ana" },
  origin: "campaign",
  originName: "Natal",
  ack: 4,
  writtenAt: "2026-11-20T15:00:00.000Z",
  sentAt: null,
  deliveredAt: "2026-11-20T15:01:00.000Z",
  readAt: null,
  playedAt: null,
  recipients: [
    { contactId: 3, name: "Marina", deliveredAt: "2026-11-20T15:02:00.000Z", readAt: null, playedAt: null },
  ],
  edits: [{ body: "Custa 10", at: "2026-11-20T15:00:30.000Z" }],
  sendError: null,
};

test("the dialog shows author, campaign, times, members and earlier texts; receipts without a time are marked as such", async () => {
  servePage(() => ({ body: info }));
  render(<InfoDialog message={sampleMessage({ fromMe: true })} onClose={() => undefined} />);
  await screen.findByText("Ana");
  screen.getByText("Enviada pela campanha Natal");
  screen.getByText("Marina");
  screen.getByText("Custa 10");
  // Sent and read, but before the times were stored.
  expect(screen.getAllByText("sim, hora desconhecida")).toHaveLength(2);
});

test.each([
  ["rule", "Boas-vindas", "Enviada pela regra Boas-vindas"],
  ["followup", "Orçamento", "Enviada pela sequência Orçamento"],
  ["user", "Fechar", "Enviada pela macro Fechar"],
  ["rule", null, "Regra"],
] as const)("the dialog says what sent a message of origin %s named %p", async (origin, originName, text) => {
  servePage(() => ({ body: { ...info, origin, originName } }));
  render(<InfoDialog message={sampleMessage({ fromMe: true })} onClose={() => undefined} />);
  await screen.findByText(text);
});

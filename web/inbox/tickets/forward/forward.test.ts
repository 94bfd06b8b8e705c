import { beforeEach, expect, test } from "bun:test";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { forwardTexts } from "#web/inbox/messages/selection/locales/index.ts";
import { sampleMessage, sampleTicket } from "#web/inbox/messages/test-samples.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { toasts } from "#web/ui/toast/toast.ts";
import { forward } from "./forward.ts";

await startPortuguese(forwardTexts);
beforeEach(() => toasts.closeAll());

test("the result of a forward lists the reasons of refused messages and the names of failed targets", async () => {
  const refused = [
    "ERR_NO_MESSAGE_FOUND",
    "ERR_WAPP_DOWNLOAD_MEDIA",
    "ERR_WAPP_DOWNLOAD_MEDIA",
    "ERR_NOT_SUPPORTED",
  ].map((error, at) => ({ messageId: at + 1, error }));
  servePage(() => ({
    body: {
      sent: [{ ticketId: 1, messages: [] }],
      failed: [{ ticketId: 2, error: "ERR_TICKET_CLOSED" }],
      refused,
    },
  }));
  const ticket = (id: number, name: string) =>
    sampleTicket({ id, contact: { ...sampleTicket().contact, name } });
  await forward({
    messages: [5, 6].map((id) => sampleMessage({ id })),
    tickets: [ticket(1, "Marina"), ticket(2, "Rui")],
    requestId: "r",
  });
  const shown = toasts.list.value.map((toast) => toast.text);
  expect(shown[0]).toBe("Encaminhado para 1 conversa");
  expect(shown[1]).toStartWith("Não foi possível encaminhar para Rui:");
  expect(shown.slice(2)).toEqual([
    "4 mensagens não podem ser encaminhadas: mensagem apagada, arquivo indisponível, este tipo não é encaminhado",
  ]);
});

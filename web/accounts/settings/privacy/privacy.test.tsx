import { expect, test } from "bun:test";
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { settingsTexts } from "#web/accounts/settings/locales/index.ts";
import { common } from "#web/i18n/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { ErasuresPanel } from "./erasures-panel.tsx";
import { privacyTexts } from "./locales/index.ts";
import { ConsentPanel, StoragePanel } from "./tab.tsx";

await startPortuguese(privacyTexts);
await startPortuguese(settingsTexts);
await startPortuguese(common);

test("a company without free storage sees the number of waiting files and how to free space", async () => {
  servePage(() => ({
    body: { usedBytes: 1048576, limitBytes: 1048576, files: 3, waiting: 2, diskFull: false },
  }));
  render(<StoragePanel />);
  expect(await screen.findByText("1 MB de 1 MB")).toBeTruthy();
  expect(screen.getByText(/Sem espaço: libere espaço ou amplie o plano/)).toBeTruthy();
  expect(screen.getByText(/2 arquivos recebidos esperam/)).toBeTruthy();
});

test("a changed privacy notice is saved, and is sent again only on request", async () => {
  const stored = {
    connectionId: 4,
    connection: "Loja",
    version: 1,
    text: "Aviso",
    updatedAt: "2026-11-20T15:00:00.000Z",
    told: 7,
  };
  const calls = servePage(({ method }) => ({
    body: method === "PUT" ? { ...stored, version: 2, text: "Novo", told: 0 } : [stored],
  }));
  render(<ConsentPanel />);
  expect(await screen.findByText(/Versão 1, de .* enviada a 7 pessoas/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Loja"), { target: { value: "Novo " } });
  fireEvent.click(screen.getByLabelText("Enviar também a quem já recebeu uma versão anterior"));
  fireEvent.click(screen.getByRole("button", { name: "Salvar" }));
  await waitFor(() => expect(screen.getByText(/Versão 2/)).toBeTruthy());
  expect(calls.at(-1)).toMatchObject({ path: "/consent-texts/4", body: { text: "Novo", tellAgain: true } });
});

test("erased contacts are listed without personal data", async () => {
  servePage(() => ({
    body: {
      hasMore: false,
      erasures: [
        {
          id: 1,
          uuid: "abcdef01-x",
          contactId: 9,
          contacts: 1,
          userName: "Ana",
          counts: { messages: 12 },
          erasedAt: "2026-11-20T15:00:00.000Z",
        },
      ],
    },
  }));
  render(<ErasuresPanel />);
  expect(await screen.findByText("Contato nº 9")).toBeTruthy();
  expect(screen.getByText("12 mensagens")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Baixar certificado abcdef01" })).toBeTruthy();
});

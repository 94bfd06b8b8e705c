import { expect, test } from "bun:test";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { settingsTexts } from "#web/accounts/settings/locales/index.ts";
import { SecretSetting } from "#web/accounts/settings/secret-setting.tsx";
import { usersTexts } from "#web/accounts/users/locales/index.ts";
import { UsersPage } from "#web/accounts/users/page.tsx";
import { shell } from "#web/app/locales/index.ts";
import { ProfileMenu } from "#web/app/top-bar/profile-menu.tsx";
import { IntegrationDialog } from "#web/automation/integrations/integration-dialog.tsx";
import { integrationTexts } from "#web/automation/integrations/locales/index.ts";
import { KeysSection } from "#web/automation/messages-api/keys/keys-section.tsx";
import { messagesApiTexts } from "#web/automation/messages-api/locales/index.ts";
import { WebhookDialog, WebhooksSection } from "#web/automation/messages-api/webhooks/webhooks-section.tsx";
import { promptTexts } from "#web/automation/prompts/locales/index.ts";
import { PromptDialog } from "#web/automation/prompts/prompt-dialog.tsx";
import { createConnectionForm } from "#web/channels/connections/form/connection-form-model.ts";
import { AdvancedFields } from "#web/channels/connections/form/fields-advanced.tsx";
import { connectionsTexts } from "#web/channels/connections/locales/index.ts";
import { startPortuguese } from "#web/i18n/test-language.ts";
import { variableTexts } from "#web/inbox/variables/locales/index.ts";
import { session } from "#web/lib/session/session.ts";
import { servePage } from "#web/lib/testing/test-page.ts";
import { sampleUser } from "#web/lib/testing/test-user.ts";

// Needs a page of its own: see `sharesPage` in scripts/test-suites.ts.
await startPortuguese(
  connectionsTexts,
  integrationTexts,
  messagesApiTexts,
  promptTexts,
  settingsTexts,
  shell,
  usersTexts,
  variableTexts,
);

const close = () => undefined;
const colleague = { ...sampleUser({ id: 2, name: "Bruno Lima" }), company: undefined };
const ROWS: Readonly<Record<string, unknown>> = {
  "/users/": { users: [colleague], count: 1, hasMore: false },
  "/api-keys": { keys: [] },
  "/webhooks": { webhooks: [] },
};

/** Opens a page, signed in by a support session or as an admin of the company. */
async function open(page: ReactNode, isSupport: boolean) {
  const user = sampleUser(isSupport ? { supportUntil: "2026-11-21T13:00:00.000Z" } : {});
  servePage(({ path }) =>
    path === "/auth/me" ? { body: user } : { body: ROWS[path.split("?")[0] ?? ""] ?? [] },
  );
  await act(() => session.start());
  await act(async () => void render(page));
}
const integration = (type: "webhook" | "typebot" | "dialogflow") =>
  ({ id: 1, type, name: "CRM", urlN8N: "https://crm.example/…", events: [] }) as never;
const integrationDialog = (row: never) => (
  <IntegrationDialog integration={row} onSaved={close} onRenewed={close} onClose={close} />
);
const advancedFields = () => {
  const form = createConnectionForm({
    connection: null,
    calls: {} as never,
    onSaved: close,
    onFailure: close,
  });
  return <AdvancedFields form={form} queues={[]} channel="whatsapp" />;
};
const settings = { value: () => "********", isRefused: () => false, isSaving: () => false } as never;

test.each<[button: string, page: () => ReactNode]>([
  ["Adicionar usuário", () => <UsersPage />],
  ["Editar Bruno Lima", () => <UsersPage />],
  ["Excluir Bruno Lima", () => <UsersPage />],
  ["Nova chave", () => <KeysSection />],
  ["Novo webhook", () => <WebhooksSection Log={() => null} />],
  ["Gerar novo segredo", () => integrationDialog(integration("webhook"))],
  ["Gerar", () => advancedFields()],
  [
    "Remover: Token do Asaas",
    () => <SecretSetting field={{ key: "asaas", control: { kind: "secret" } }} model={settings} />,
  ],
])("an admin has the button %j and a support session has not", async (name, page) => {
  await open(page(), false);
  expect(await screen.findAllByRole("button", { name })).not.toEqual([]);
  cleanup();
  await open(page(), true);
  expect(screen.queryAllByRole("button", { name })).toEqual([]);
});

test.each<[field: RegExp, page: () => ReactNode]>([
  [/^Endereço/, () => <WebhookDialog row={null} onSaved={close} onClose={close} />],
  [/^URL/, () => integrationDialog(integration("webhook"))],
  [/^Endereço do Typebot/, () => integrationDialog(integration("typebot"))],
  [/^Chave da conta de serviço/, () => integrationDialog(integration("dialogflow"))],
  [/^Chave de API/, () => <PromptDialog prompt={null} onSaved={close} onClose={close} />],
  [/^Chave da API de voz/, () => <PromptDialog prompt={null} onSaved={close} onClose={close} />],
  [/^Token da API de envio/, () => advancedFields()],
])("an admin can fill in the field %p and a support session cannot", async (label, page) => {
  await open(page(), false);
  expect(screen.getByLabelText<HTMLInputElement>(label).disabled).toBe(false);
  cleanup();
  await open(page(), true);
  expect(screen.getByLabelText<HTMLInputElement>(label).disabled).toBe(true);
  expect(screen.getAllByText(/^O suporte não altera senhas, chaves/)).not.toEqual([]);
});

test("a support session can add only integrations that need no address and no key", async () => {
  await open(integrationDialog(null as never), true);
  expect(screen.getByRole("button", { name: "Consulta de faturas Tipo" })).toBeTruthy();
});

test("the profile menu of a support session has no items for the profile and notifications", async () => {
  const items = async (isSupport: boolean) => {
    cleanup();
    await open(<ProfileMenu isNarrow={false} />, isSupport);
    await act(async () => void fireEvent.click(screen.getByRole("button", { name: "Menu do perfil" })));
    return (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
  };
  expect(await items(false)).toEqual(expect.arrayContaining(["Editar perfil", "Notificações"]));
  const own = await items(true);
  expect(own.filter((name) => name === "Editar perfil" || name === "Notificações")).toEqual([]);
  expect(own.length).toBeGreaterThan(2);
});

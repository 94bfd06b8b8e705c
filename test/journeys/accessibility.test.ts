import { afterAll, beforeAll } from "bun:test";
import type { Locator } from "playwright-core";
import { document as paper } from "#simulator/people/documents.ts";
import { photo } from "#simulator/people/pictures.ts";
import { voiceNote } from "#simulator/people/script.ts";
import type { Phone } from "#simulator/phones/phone.ts";
import { eventually } from "#test/helpers/whatsapp-world.ts";
import { expectNoBarriers } from "./helpers/accessibility.ts";
import { DESKTOP, PHONE } from "./helpers/browser.ts";
import type { Desk } from "./helpers/desk.ts";
import { goTo } from "./helpers/go-to.ts";
import { ANA, type Office, OWNER, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";

/**
 * Tests what opens on the pages by the rules of WCAG 2.2 AA, in both themes, on desktop and phone: dialogs, menus, tabs and the
 * conversation. The pages themselves are tested with data in `pages.test.ts`.
 */
const CUSTOMER = "Marina Ribeiro";
const SCREENS = [
  { name: "desk", options: { viewport: DESKTOP } },
  { name: "phone", options: { viewport: PHONE, hasTouch: true, isMobile: true } },
];

let office: Office;
let ana: Desk;
let owner: Desk;
beforeAll(async () => {
  office = await openOffice();
  for (const { name } of SCREENS) {
    await office.call("POST", "/tags", { name: `Etapa ${name}`, color: "#e0a100", kanban: 1 });
    await office.customer(`Bia ${name}`).send.text(office.world.shop, "Oi");
    const reply = { shortcode: `oi-${name}`, message: "{{greeting}}, {{firstName}}!", geral: true };
    await office.call("POST", "/quick-messages", reply);
  }
  const contact = await eventually(async () => {
    const found = await office.call<{ contacts: { id: number }[] }>("GET", "/contacts?pageNumber=1");
    return found.contacts.length === SCREENS.length ? found.contacts[0] : undefined;
  }, "contacts");
  const sendAt = new Date(Date.now() + 600_000).toISOString();
  const planned = { body: "Até já, {{firstName}}!", contactId: contact?.id, sendAt };
  for (let n = 0; n < 5; n += 1) await office.call("POST", "/schedules", planned);
}, 60_000);
afterAll(async () => {
  await office?.close();
});
const step = steps(() => office?.browser);
const show = (path: string) => goTo(owner.page, new URL(path, office.url));

/** Writes one message of each kind, and quotes, edits, deletes and reacts to messages. */
async function writeEveryKind({ send }: Phone, shop: Phone): Promise<void> {
  const { fileName, bytes } = paper("guest-list");
  const first = await send.text(shop, "Bom dia! Vocês fazem *bolo* de cenoura? https://example.com");
  await send.image(shop, await photo("cake"), { caption: "Como este" });
  await send.voice(shop, await voiceNote(5), { seconds: 5 });
  await send.document(shop, bytes, fileName);
  await send.location(shop, {
    latitude: -23.55,
    longitude: -46.63,
    name: "Casa da festa",
    address: "Rua A, 1",
  });
  await send.edit(shop, await send.text(shop, "Para dose pessoas", { quote: first }), "Para doze pessoas");
  await send.revoke(shop, await send.text(shop, "por engano"));
  await send.react(shop, first, "❤️");
  await send.vcard(shop, [{ name: "Tia Lúcia", number: "5511955554444" }]);
}

for (const { name, options } of SCREENS) {
  step(`${name}: the login page and its errors have no axe violations`, async () => {
    const { page } = await office.browser.visitor(`${name} visitor`, options);
    await page.goto(`${office.url}/login`);
    await page.getByRole("button", { name: "Entrar" }).click();
    await page.getByText("Obrigatório").first().waitFor();
    await expectNoBarriers(page, "login");
    await page.goto(`${office.url}/setup#used`);
    await page.getByRole("heading", { name: "A instalação já foi concluída" }).waitFor();
    await expectNoBarriers(page, "setup");
    await page.goto(`${office.url}/link/${"0".repeat(43)}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    await expectNoBarriers(page, "link");
  });

  step(`${name}: the calendar of scheduled messages and their dialog have no axe violations`, async () => {
    owner = await office.desk({ ...OWNER, name: `${name} owner` }, options);
    const { page } = owner;
    await show("/schedules");
    await page.getByText("Pendente", { exact: true }).first().waitFor();
    await page.getByRole("tab", { name: "Mês" }).click();
    await page.locator('[aria-busy="false"]').first().waitFor();
    await expectNoBarriers(page, "schedules, month");
    await page.getByRole("button", { name: "Novo agendamento" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Agendar", exact: true }).click();
    await page.getByText("Obrigatório").first().waitFor();
    await expectNoBarriers(page, "schedule");
    await page.keyboard.press("Escape");
  });

  step(`${name}: the dialogs of the connections page have no axe violations`, async () => {
    const { page } = owner;
    await show("/connections");
    await page.getByRole("button", { name: /^Editar/ }).waitFor();
    await page.getByRole("button", { name: /^Editar/ }).click();
    for (const tab of ["Geral", "Mensagens", "Redirecionamento e limites", "Avançado"]) {
      await page.getByRole("tab", { name: tab }).click();
      await expectNoBarriers(page, `connection, ${tab}`);
    }
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Excluir/ }).click();
    await page.getByRole("alertdialog").waitFor();
    await expectNoBarriers(page, "delete");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Menu do perfil" }).click();
    await page.getByRole("menu").waitFor();
    await expectNoBarriers(page, "profile menu");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await page.getByRole("menuitem", { name: "Conexões" }).waitFor();
    await expectNoBarriers(page, "palette");
    await page.keyboard.press("Escape");
  });

  step(`${name}: a formula of the dashboard has no axe violations`, async () => {
    const { page } = owner;
    await show("/dashboard");
    await page.getByRole("heading", { name: /^Atendimentos hoje/ }).waitFor();
    await page.getByRole("button", { name: "Como é calculado: Novos contatos" }).click();
    await page.getByText("Contatos criados no período").waitFor();
    await expectNoBarriers(page, "a formula");
    await page.keyboard.press("Escape");
  });

  step(`${name}: tags, quick replies and the menu of a card have no axe violations`, async () => {
    const { page } = owner;
    await show("/tags");
    await page.getByRole("button", { name: `Editar Etapa ${name}` }).click();
    await page.getByRole("radio").first().waitFor({ state: "attached" });
    await expectNoBarriers(page, "tag");
    await page.keyboard.press("Escape");
    await page.getByText(`Selecionar Etapa ${name}`).click({ force: true });
    await page.getByRole("button", { name: "Excluir selecionadas" }).waitFor();
    await expectNoBarriers(page, "tags");
    await show("/quick-messages");
    await page.getByRole("button", { name: `Editar /oi-${name}` }).waitFor();
    await page.getByRole("button", { name: `Editar /oi-${name}` }).click();
    await page.getByRole("region", { name: "Como o cliente lê" }).waitFor();
    await expectNoBarriers(page, "quick reply");
    await page.keyboard.press("Escape");
    await show("/kanban");
    await page.getByRole("link", { name: `Bia ${name}` }).waitFor();
    await page
      .getByRole("button", { name: /^Mover/ })
      .first()
      .click();
    await page.getByRole("menuitemradio").first().waitFor();
    await expectNoBarriers(page, "menu of a card");
  });

  step(`${name}: the ticket page with every kind of message has no axe violations`, async () => {
    const customer = `${CUSTOMER} ${name}`;
    await writeEveryKind(office.customer(customer), office.world.shop);
    ana = await office.desk({ ...ANA, name: `${name} ana` }, options);
    await ana.tab("Aguardando").click();
    await ana.row(customer).waitFor();
    await expectNoBarriers(ana.page, "waiting");
    await ana.press("Aceitar", customer);
    await ana.message("Tia Lúcia").waitFor();
    await ana.send(customer, "Boa tarde! Claro que sim.");
    await ana.button("Nota interna").click();
    await ana.page.getByRole("textbox", { name: "Nota interna" }).fill("Pediu nota fiscal");
    await ana.button("Salvar nota").click();
    await ana.conversation.getByText("Pediu nota fiscal").waitFor();
    await ana.button("Mensagem").click();
    await expectNoBarriers(ana.page, "conversation");
  });

  step(`${name}: what opens over the conversation has no axe violations`, async () => {
    const { page } = ana;
    const looked = async (place: string, shown: Locator) => {
      await shown.first().waitFor();
      await expectNoBarriers(page, place);
      await page.keyboard.press("Escape");
      await shown.first().waitFor({ state: "detached" });
    };
    await ana
      .message("Boa tarde!")
      .getByRole("button", { name: /^Opções da mensagem/ })
      .focus();
    await page.keyboard.press("Enter");
    await looked("menu of a message", page.getByRole("menuitem", { name: "Responder" }));
    await ana.input(`${CUSTOMER} ${name}`).fill("/oi");
    await looked("quick replies over the text", page.getByRole("option", { name: `/oi-${name}` }));
    await ana.input(`${CUSTOMER} ${name}`).fill("");
    await ana.button("Emojis").click();
    await looked("emojis", page.getByRole("gridcell"));
    // Phones show no row of tags, because it would take height from the conversation.
    if (name === "desk") await ana.button("Escolher tag").click();
    if (name === "desk") await looked("tags", page.getByRole("dialog", { name: "Tags do atendimento" }));
    await ana.button("Gravar áudio").click();
    await looked("recorder", page.getByRole("region", { name: "Gravação de áudio" }).getByText("0:00"));
    await page.locator('input[type="file"]').setInputFiles([
      { name: "bolo.jpg", mimeType: "image/jpeg", buffer: Buffer.from(await photo("cake")) },
      { name: "lista.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4") },
    ]);
    await looked("files to send", page.getByRole("region", { name: "Arquivos para enviar" }));
    await ana.button("Mais opções").click();
    await page.getByRole("menuitem", { name: "Buscar na conversa" }).click();
    await page.getByPlaceholder("Buscar nesta conversa").fill("bolo");
    await looked("search inside", page.getByPlaceholder("Buscar nesta conversa"));
    await page.keyboard.press("F2");
    await page.getByRole("toolbar", { name: "Comandos" }).waitFor();
    await expectNoBarriers(page, "commands by keyboard");
    await page.keyboard.press("t");
    // The first Escape closes the list of colleagues that opens with the dialog, the second one the dialog.
    await page.getByRole("dialog", { name: "Transferir atendimento" }).waitFor();
    await page.locator(".list-box-popover").waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".list-box-popover").waitFor({ state: "detached" });
    await looked("transfer", page.getByRole("dialog", { name: "Transferir atendimento" }));
  });
}

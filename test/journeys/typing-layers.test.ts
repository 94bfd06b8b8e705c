import { afterAll, beforeAll, expect } from "bun:test";
import type { Locator, Page } from "playwright-core";
import type { Phone } from "#simulator/phones/phone.ts";
import type { Desk, TestFile } from "./helpers/desk.ts";
import { ANA, type Office, openOffice } from "./helpers/office.ts";
import { steps } from "./helpers/steps.ts";
import { clearText, watchChanges } from "./helpers/typing.ts";

/**
 * Dialogs, menus and other layers over a conversation whose code loads late: text typed meanwhile belongs to the layer, and
 * Enter sends nothing (docs/rules/keyboard.md#opening-a-dialog).
 */
const CUSTOMER = "Marina Ribeiro";
const WORD = "Zuleica";
const PICTURE: TestFile = {
  name: "pixel.png",
  mimeType: "image/png",
  buffer: Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==",
    "base64",
  ),
};

interface Layer {
  readonly name: string;
  /** Steps up to the press that opens the layer. */
  readonly before?: (page: Page) => Promise<unknown>;
  readonly press: (page: Page) => Promise<unknown>;
  /** The text box that gets the typed text; none: the layer has none, and the text is dropped. */
  readonly box?: (page: Page) => Locator;
  readonly shown: (page: Page) => Locator;
  /** Removes content that a reload would restore. */
  readonly after?: (page: Page) => Promise<unknown>;
}

let office: Office;
let ana: Desk;
let marina: Phone;
let uuid: string;

beforeAll(async () => {
  office = await openOffice();
  marina = office.customer(CUSTOMER);
  ana = await office.desk(ANA);
  await marina.send.text(office.world.shop, "Boa tarde!");
  await ana.tab("Aguardando").click();
  await ana.press("Aceitar", CUSTOMER);
  await ana.send(CUSTOMER, "Bom dia, Marina");
  await ana.sendFiles([PICTURE]);
  uuid = new URL(ana.page.url()).pathname.split("/").at(-1) ?? "";
}, 90_000);
afterAll(async () => {
  await office?.close();
});

/** Holds all code that is loaded on demand until the returned function is called. */
async function holdCode(page: Page): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.route("**/*.js", async (route) => {
    await gate.promise;
    await route.continue();
  });
  return async () => {
    gate.resolve();
    await page.unrouteAll({ behavior: "wait" });
  };
}

const openMenuOf = (words: string) => async () => {
  const message = ana.message(words);
  await message.hover();
  await message.getByRole("button", { name: /^Opções da mensagem/ }).click();
};
/** Removes the chosen files; their caption becomes the text, which would be a draft after the reload. */
const cancelFiles = async (page: Page) => {
  await button("Cancelar envio")(page);
  await clearText(ana, CUSTOMER);
};
const choose = (name: string) => (page: Page) => page.getByRole("menuitem", { name }).click();
const button = (name: string) => (page: Page) => page.getByRole("button", { name, exact: true }).click();
const dialog = (name: string) => (page: Page) => page.getByRole("dialog", { name });
const data = (page: Page) => page.getByRole("complementary", { name: "Dados do contato" });

const LAYERS: readonly Layer[] = [
  {
    name: "palette",
    press: (page) => page.keyboard.press("Control+k"),
    box: (page) => page.getByRole("searchbox", { name: "Buscar ou ir para" }),
    shown: (page) => page.getByRole("searchbox", { name: "Buscar ou ir para" }),
  },
  {
    name: "new ticket",
    press: async (page) => {
      await page.keyboard.press("F2");
      await page.keyboard.press("c");
    },
    box: (page) => page.getByRole("combobox", { name: /^Contato/ }),
    shown: dialog("Novo atendimento"),
  },
  {
    name: "emojis",
    press: button("Emojis"),
    box: (page) => page.getByRole("searchbox", { name: "Buscar emoji" }),
    shown: (page) => page.getByRole("searchbox", { name: "Buscar emoji" }),
  },
  { name: "message menu", press: openMenuOf("Bom dia, Marina"), shown: (page) => page.getByRole("menu") },
  { name: "head menu", press: button("Mais opções"), shown: (page) => page.getByRole("menu") },
  {
    name: "forward",
    before: openMenuOf("Bom dia, Marina"),
    press: choose("Encaminhar"),
    shown: dialog("Encaminhar mensagem"),
  },
  {
    name: "confirm delete",
    before: openMenuOf("Bom dia, Marina"),
    press: choose("Apagar"),
    shown: (page) => page.getByText("Apagar mensagem?"),
  },
  { name: "tags", press: button("Escolher tag"), shown: dialog("Tags do atendimento") },
  { name: "transfer", press: button("Transferir"), shown: dialog("Transferir atendimento") },
  { name: "schedule", press: button("Agendar"), shown: (page) => page.getByRole("dialog") },
  {
    name: "contact",
    before: (page) => data(page).waitFor(),
    press: (page) => data(page).getByRole("button", { name: "Editar" }).click(),
    shown: dialog("Editar contato"),
  },
  {
    name: "contact note",
    before: (page) => data(page).waitFor(),
    press: (page) => data(page).getByRole("button", { name: "Adicionar: Notas" }).click(),
    box: (page) => page.getByRole("textbox", { name: "Nova nota" }),
    shown: (page) => page.getByRole("textbox", { name: "Nova nota" }),
  },
  {
    name: "chosen files",
    press: (page) => page.locator('input[type="file"]').setInputFiles([PICTURE]),
    box: (page) => page.getByPlaceholder("Adicione uma legenda"),
    shown: (page) => page.getByRole("region", { name: "Arquivos para enviar" }),
    after: cancelFiles,
  },
  {
    name: "dropped files",
    press: async (page) => {
      const transfer = await page.evaluateHandle(() => {
        const dropped = new DataTransfer();
        dropped.items.add(new File(["nota"], "nota.txt", { type: "text/plain" }));
        return dropped;
      });
      for (const kind of ["dragenter", "dragover", "drop"])
        await page.locator("[role=log]").dispatchEvent(kind, { dataTransfer: transfer });
    },
    box: (page) => page.getByPlaceholder("Adicione uma legenda"),
    shown: (page) => page.getByRole("region", { name: "Arquivos para enviar" }),
    after: cancelFiles,
  },
  {
    name: "recorder",
    press: button("Gravar áudio"),
    shown: (page) => page.getByRole("region", { name: "Gravação de áudio" }),
  },
  {
    name: "lightbox",
    before: () => ana.conversation.locator(".picture").last().waitFor(),
    press: () => ana.conversation.locator(".picture").last().click(),
    shown: (page) => page.locator(".yarl__root"),
  },
];

// Each layer is independent of the others.
for (const { name, before, press, box, shown, after } of LAYERS)
  steps(() => office?.browser)(`text typed while ${name} loads is not sent`, async () => {
    const { page } = ana;
    const input = ana.input(CUSTOMER);
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.goto(`${office.url}/tickets/${uuid}`);
    await input.waitFor();
    await ana.message("Bom dia, Marina").waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
    await before?.(page);
    const release = await holdCode(page);
    const watch = watchChanges(page);
    await press(page);
    await page.keyboard.type(WORD);
    await page.keyboard.press("Enter");
    // The recorder takes the place of the text box.
    const written = (await input.count()) === 0 ? "" : await input.inputValue();
    expect({ name, written, changes: watch.changes }).toEqual({ name, written: "", changes: [] });
    await release();
    await shown(page).first().waitFor();
    if (box) {
      await box(page).waitFor();
      await page.waitForFunction(
        (word) => (document.activeElement as HTMLInputElement | null)?.value === word,
        WORD,
      );
    }
    watch.stop();
    expect({ name, changes: watch.changes }).toEqual({ name, changes: [] });
    await after?.(page);
  });

steps(() => office?.browser)(
  "text typed while a conversation is only looked at changes nothing",
  async () => {
    const { page } = ana;
    await office.call("PUT", "/settings/userSpyChat", { value: "enabled" });
    await office.customer("Otávio Luz").send.text(office.world.shop, "Oi");
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.goto(`${office.url}/tickets?view=waiting`);
    await ana.row("Otávio Luz").waitFor();
    const watch = watchChanges(page);
    await ana.press("Espiar Conversa", "Otávio Luz");
    await page.keyboard.type("e ai, tudo bem? abraco");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Conversa de Otávio Luz" }).waitFor();
    expect(watch.changes).toEqual([]);
  },
);

steps(() => office?.browser)("Enter while quick replies load sends no half-typed shortcut", async () => {
  const { page } = ana;
  await office.call("POST", "/quick-messages", { shortcode: "oi", message: "Bom dia!", geral: true });
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto(`${office.url}/tickets/${uuid}`);
  await ana.input(CUSTOMER).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === "TEXTAREA");
  const release = await holdCode(page);
  const watch = watchChanges(page);
  await page.keyboard.type("/oi");
  await page.keyboard.press("Enter");
  expect({ typed: await ana.input(CUSTOMER).inputValue(), changes: watch.changes }).toEqual({
    typed: "/oi",
    changes: [],
  });
  await release();
  await page.getByRole("option", { name: /^\/oi/ }).waitFor();
  await page.keyboard.press("Enter");
  expect(await ana.input(CUSTOMER).inputValue()).toBe("Bom dia!");
  expect(watch.changes).toEqual([]);
});

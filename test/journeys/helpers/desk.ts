import type { BrowserContext, Locator, Page } from "playwright-core";
import type { Visitor } from "./browser.ts";
import type { Problems } from "./problems.ts";

/** A file to upload in the page. */
export interface TestFile {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

/** The ticket page as an attendant uses it: elements are found by their visible text. */
export class Desk {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly problems: Problems;

  constructor({ page, context, problems }: Visitor) {
    this.page = page;
    this.context = context;
    this.problems = problems;
  }

  /** Opens the tickets and signs in; resolves when the list is on screen. */
  async signIn(url: string, { email, password }: { email: string; password: string }): Promise<void> {
    const field = this.page.getByLabel("E-mail");
    await opened(this.page, `${url}/tickets`, field);
    await field.fill(email);
    await this.page.getByLabel("Senha", { exact: true }).fill(password);
    await this.page.getByRole("button", { name: "Entrar" }).click();
    await this.list.waitFor();
  }

  get list(): Locator {
    return this.page.getByRole("region", { name: "Atendimentos", exact: true });
  }

  /** A tab of the list or of the page: `Aguardando`, `Resolvidos`. Tabs with a count are found without it. */
  tab(name: string): Locator {
    return this.page.getByRole("tab", { name: new RegExp(`^${name}`) });
  }

  /** A ticket in the list. */
  row(contact: string): Locator {
    return this.list.locator("[data-ticket]").filter({ has: this.page.getByText(contact, { exact: true }) });
  }

  /** A button of a row: `Aceitar`, `Resolver`, `Reabrir`, `Espiar Conversa`. */
  rowButton(action: string, contact: string): Locator {
    return this.list.getByRole("button", { name: `${action}: ${contact}` });
  }

  /** Presses a button of a row; most appear under the mouse. */
  async press(action: string, contact: string): Promise<void> {
    await this.row(contact).hover();
    await this.rowButton(action, contact).click();
  }

  /** Opens a ticket of one's own from the list. */
  async open(contact: string): Promise<void> {
    await this.row(contact).getByRole("link").click();
    await this.room(contact).waitFor();
  }

  /** The open conversation with a contact, including head and composer. */
  room(contact: string): Locator {
    return this.page.getByRole("region", { name: `Ticket: ${contact}` });
  }

  get conversation(): Locator {
    return this.page.getByRole("log", { name: "Conversa" });
  }

  /** One message of the conversation, by a part of its text. */
  message(words: string | RegExp): Locator {
    return this.conversation.getByRole("article").filter({ hasText: words });
  }

  /** One of the attendant's messages with this ack status: `Enviada`, `Recebida`, `Lida`, `Ouvida`. */
  marked(message: Locator, mark: string): Locator {
    return message.getByText(mark, { exact: true });
  }

  /** A button of the head, or of the dialog over it. */
  button(name: string): Locator {
    return this.page.getByRole("button", { name, exact: true });
  }

  input(contact: string): Locator {
    return this.page.getByRole("textbox", { name: `Mensagem para ${contact}` });
  }

  async send(contact: string, text: string): Promise<void> {
    await this.input(contact).fill(text);
    await this.input(contact).press("Enter");
    await this.message(text).waitFor();
  }

  /** Puts files into the tray and sends them. */
  async sendFiles(files: readonly TestFile[], caption?: string): Promise<void> {
    await this.page.locator('input[type="file"]').setInputFiles([...files]);
    const tray = this.page.getByRole("region", { name: "Arquivos para enviar" });
    if (caption) await tray.getByRole("textbox").fill(caption);
    await tray.getByRole("button", { name: /^Enviar \d+ arquivo/ }).click();
    await tray.waitFor({ state: "hidden" });
  }

  /** Records a voice message of this many seconds and sends it. */
  async sendVoice(seconds: number): Promise<void> {
    await this.button("Gravar áudio").click();
    const recorder = this.page.getByRole("region", { name: "Gravação de áudio" });
    await recorder.getByText(`0:0${seconds}`).waitFor();
    await recorder.getByRole("button", { name: "Enviar gravação" }).click();
    await recorder.waitFor({ state: "hidden" });
  }

  /** Chooses from the menu of one message: `Responder`, `Editar`, `Apagar`, `Copiar texto`. */
  async choose(message: Locator, action: string): Promise<void> {
    await message.hover();
    await message.getByRole("button", { name: /^Opções da mensagem/ }).click();
    await this.page.getByRole("menuitem", { name: action }).click();
  }

  /** The newest toast with this text; one of an earlier step may still be visible. */
  toast(words: string): Locator {
    return this.page.getByRole("region", { name: "Avisos" }).getByText(words).last();
  }
}

/**
 * Chromium breaks off the load of a page, or of one of its scripts, when a network interface appears; tests of a cluster create
 * some at the same time.
 */
async function opened(page: Page, address: string, shown: Locator, attempts = 4): Promise<void> {
  for (let attempt = 1; ; attempt += 1)
    try {
      await page.goto(address);
      await shown.waitFor();
      return;
    } catch (error) {
      if (attempt === attempts) throw error;
    }
}

import { OPENAI_KEY } from "#simulator/openai/server.ts";
import { DEMO_PASSWORD, type DemoCompany } from "./companies/cast.ts";
import { DeskApi } from "./desk-api.ts";

interface ConnectionState {
  readonly id: number;
  readonly name: string;
  readonly status: string;
  readonly qrcode: string;
}

/** Watches the connections of one company for the phones that have to scan their codes. */
export class ConnectionDesk {
  readonly #api: DeskApi;
  readonly #company: DemoCompany;
  readonly #ids = new Map<string, number>();

  constructor(base: string, company: DemoCompany) {
    this.#api = new DeskApi(base);
    this.#company = company;
  }

  /** Signs in as the company's admin and finds the connections of the phones. */
  async prepare(): Promise<void> {
    const admin = this.#company.users.find(({ role }) => role === "admin");
    if (!admin) return;
    await this.#api.signIn(admin.email, DEMO_PASSWORD);
    const known = await this.#api.call<ConnectionState[]>("GET", "/whatsapp");
    for (const { name, number } of this.#company.connections) {
      const there = known.find((connection) => connection.name === name);
      if (there) this.#ids.set(number, there.id);
    }
  }

  /** The QR code shown for this number; null when there is none. */
  async qrFor(number: string): Promise<string | null> {
    const id = this.#ids.get(number);
    if (id === undefined) return null;
    const { status, qrcode } = await this.#api.call<ConnectionState>("GET", `/whatsapp/${id}`);
    return status === "qrcode" && qrcode !== "" ? qrcode : null;
  }

  /** Returns true once all are CONNECTED; requests a new code where a link was lost. */
  async allConnected(): Promise<boolean> {
    const all = await this.#api.call<ConnectionState[]>("GET", "/whatsapp");
    const own = all.filter(({ id }) => [...this.#ids.values()].includes(id));
    for (const { id, status } of own)
      if (status === "DISCONNECTED") await this.#api.call("PUT", `/whatsappsession/${id}`);
    return own.every(({ status }) => status === "CONNECTED");
  }
}

const ASSISTANT = "Assistente virtual";
const PROMPT =
  "Você é o assistente da Padaria Aurora. Vendemos pães, bolos e salgados, de segunda a sábado. Pedidos e preços ficam com a equipe.";

interface Prompt {
  readonly id: number;
  readonly name: string;
}

/**
 * An AI prompt of the company on the simulated model server, whose URL is different at each start. It can be tried on the bench
 * and assists attendants. No queue uses it. `api`: session of an admin.
 */
export async function bringAssistant(api: DeskApi, baseUrl: string): Promise<void> {
  const { prompts } = await api.call<{ prompts: readonly Prompt[] }>("GET", "/prompt");
  const known = prompts.find(({ name }) => name === ASSISTANT);
  const server = { baseUrl, apiKey: OPENAI_KEY };
  if (known) {
    await api.call("PUT", `/prompt/${known.id}`, server);
    return;
  }
  const [queue] = await api.call<readonly { id: number }[]>("GET", "/queue");
  await api.call("POST", "/prompt", { ...server, name: ASSISTANT, prompt: PROMPT, queueId: queue?.id });
}

const WEBHOOK = "Sistema de pedidos";
const EVENTS = ["ticket.created", "ticket.accepted", "ticket.closed", "ticket.rated"];

interface Integration {
  readonly id: number;
  readonly name: string;
}

/**
 * A webhook that receives the company's events, so that its log fills; its URL is different
 * at each start. It does not answer customers: no queue and no connection uses it. `api`: session of an admin.
 */
export async function bringWebhook(api: DeskApi, urlN8N: string): Promise<void> {
  const path = `/queueIntegration?searchParam=${encodeURIComponent(WEBHOOK)}`;
  const { queueIntegrations } = await api.call<{ queueIntegrations: readonly Integration[] }>("GET", path);
  const known = queueIntegrations.find(({ name }) => name === WEBHOOK);
  if (known) await api.call("PUT", `/queueIntegration/${known.id}`, { urlN8N });
  else
    await api.call("POST", "/queueIntegration", { type: "webhook", name: WEBHOOK, urlN8N, events: EVENTS });
}

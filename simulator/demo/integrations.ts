import { OPENAI_KEY } from "#simulator/openai/server.ts";
import type { DeskApi } from "./desk-api.ts";

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

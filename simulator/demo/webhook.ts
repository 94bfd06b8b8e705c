import type { DeskApi } from "./desk-api.ts";

const NAME = "Sistema de pedidos";
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
  const path = `/queueIntegration?searchParam=${encodeURIComponent(NAME)}`;
  const { queueIntegrations } = await api.call<{ queueIntegrations: readonly Integration[] }>("GET", path);
  const known = queueIntegrations.find(({ name }) => name === NAME);
  if (known) await api.call("PUT", `/queueIntegration/${known.id}`, { urlN8N });
  else await api.call("POST", "/queueIntegration", { type: "webhook", name: NAME, urlN8N, events: EVENTS });
}

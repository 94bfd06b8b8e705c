import type { DeskApi } from "./desk-api.ts";

const NAME = "Sistema de pedidos";
const EVENTS = ["ticket.created", "ticket.accepted", "ticket.closed", "ticket.rated"];

interface Integration {
  readonly id: number;
  readonly name: string;
}

/**
 * A webhook that hears what happens in the company, so that its log fills as the day goes on; its address is another
 * one at each start. It answers nobody: no queue and no connection is given to it. `api`: of an admin.
 */
export async function bringWebhook(api: DeskApi, urlN8N: string): Promise<void> {
  const path = `/queueIntegration?searchParam=${encodeURIComponent(NAME)}`;
  const { queueIntegrations } = await api.call<{ queueIntegrations: readonly Integration[] }>("GET", path);
  const known = queueIntegrations.find(({ name }) => name === NAME);
  if (known) await api.call("PUT", `/queueIntegration/${known.id}`, { urlN8N });
  else await api.call("POST", "/queueIntegration", { type: "webhook", name: NAME, urlN8N, events: EVENTS });
}

import type { Connection } from "#web/lib/lists/connections.ts";

export function sampleConnection(change: Partial<Connection> = {}): Connection {
  return {
    id: 1,
    name: "Loja Centro",
    status: "CONNECTED",
    isDefault: true,
    channel: "whatsapp",
    provider: "beta",
    queues: [{ id: 1, name: "Suporte", color: "#0fa37f" }],
    health: "ok",
    lastEventAt: "2026-11-20T12:00:00.000Z",
    updatedAt: "2026-11-20T12:00:00.000Z",
    ...change,
  };
}

import type { UpdateTicketBody } from "#inbox/tickets/contract.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";

export type UpdateAction =
  | "close"
  | "transfer"
  | "accept"
  | "reopen"
  | "refuse_closed"
  | "return"
  | "switch_bot"
  | "none";

type Before = Pick<Ticket, "status" | "queueId" | "userId" | "connectionId">;

/**
 * Maps a `PUT /tickets/{id}` to its action, by the rows of the table in docs/rules/tickets.md#update from top to bottom. Status
 * `open` for a ticket that another attendant already has is a late accept (docs/rules/tickets.md#accept).
 */
export function resolveUpdateAction(before: Before, body: UpdateTicketBody, callerId: number): UpdateAction {
  const closed = before.status === "closed";
  if (body.status === "closed") return closed ? "none" : "close";
  const transfer = isTransfer(before, body, callerId);
  if (!closed && transfer) return "transfer";
  if (body.status === "open" && before.status === "pending") return "accept";
  if (body.status === "open" && closed) return "reopen";
  if (closed && (body.status === "pending" || transfer)) return "refuse_closed";
  if (body.status === "pending" && before.status === "open") return "return";
  if (body.status === "open" && before.userId !== callerId) return "accept";
  if (body.status !== undefined) return "none";
  return switchesBot(body) ? "switch_bot" : "none";
}

function isTransfer(before: Before, body: UpdateTicketBody, callerId: number): boolean {
  const { queueId, userId, whatsappId } = body;
  const newQueue = queueId !== undefined && queueId !== before.queueId;
  const newUser = userId !== undefined && userId !== null && userId !== before.userId;
  const newConnection = whatsappId !== undefined && whatsappId !== null && whatsappId !== before.connectionId;
  // Accepting a pending ticket is not a transfer, even when the body sets its queue.
  const takes = before.status === "pending" && userId === callerId;
  if (takes && !newConnection && (!newQueue || before.queueId === null)) return false;
  return newQueue || newUser || newConnection;
}

const switchesBot = (body: UpdateTicketBody): boolean =>
  body.useIntegration !== undefined ||
  body.promptId !== undefined ||
  body.integrationId !== undefined ||
  body.chatbot !== undefined;

import * as v from "valibot";
import { Origin } from "#inbox/messages/contract.ts";
import { Instant } from "#platform/http/contract.ts";

const times = {
  deliveredAt: v.nullable(Instant),
  readAt: v.nullable(Instant),
  playedAt: v.nullable(Instant),
};

/** Answer of `GET /messages/{id}/info` (docs/rules/messages.md#info). */
export const MessageInfo = v.object({
  /** The user who wrote it; null = the contact, the phone or the product. */
  author: v.nullable(v.object({ id: v.number(), name: v.string() })),
  origin: Origin,
  /** Name of the campaign, macro, rule or sequence that sent it; null = none. */
  originName: v.nullable(v.string()),
  /** Ack status; for older messages it is known, but its times are not. */
  ack: v.number(),
  writtenAt: Instant,
  /** When the network accepted it; kept for 7 days. */
  sentAt: v.nullable(Instant),
  ...times,
  /** Members of a group who are contacts, for 30 days. */
  recipients: v.array(v.object({ contactId: v.number(), name: v.string(), ...times })),
  /** Earlier texts, oldest first. */
  edits: v.array(v.object({ body: v.string(), at: Instant })),
  sendError: v.nullable(v.string()),
});
export type MessageInfo = v.InferOutput<typeof MessageInfo>;

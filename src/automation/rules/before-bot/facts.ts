import { closedScope } from "#accounts/opening-hours/index.ts";
import { findQueue } from "#accounts/queues/index.ts";
import { timeZoneOf } from "#accounts/settings/index.ts";
import type { Fact, MessageKind } from "#inbox/conditions/index.ts";
import type { Arrival, Message } from "#inbox/messages/index.ts";
import { dayAt, wallClock, weekdayOf } from "#platform/dates.ts";
import type { Tenant } from "#tenants/tenant.ts";

/** What is closed for a ticket of this queue: the queue or the company; null while open. */
export const closedFor = (tenant: Tenant, queueId: number | null, at: number) =>
  closedScope(tenant, queueId === null ? null : (findQueue(tenant.db, queueId) ?? null), at);

/**
 * The values of the clock that conditions compare, and those of an event; the hours are those of the queue, else of the
 * company. Computed when a condition asks: most rules ask for none of them.
 */
export function eventFacts(
  tenant: Tenant,
  { queueId, at }: { readonly queueId: number | null; readonly at: number },
  own: Readonly<Record<string, Fact>> = {},
): Readonly<Record<string, Fact>> {
  const zone = () => timeZoneOf(tenant);
  return {
    ...own,
    get "time.hours"() {
      return closedFor(tenant, queueId, at) === null ? "open" : "closed";
    },
    get "time.weekday"() {
      return weekdayOf(dayAt(at, zone()));
    },
    get "time.between"() {
      return wallClock(at, zone()).format("HH:mm");
    },
  };
}

/** The values of a customer's message. */
export const messageFacts = (
  message: Message,
  { outcome, tap }: Pick<Arrival, "outcome" | "tap">,
): Record<string, Fact> => ({
  "message.text": message.body,
  "message.kind": kindOf(message),
  "message.first": outcome !== "existing",
  "message.tap": tap,
});

const KINDS: Readonly<Record<string, MessageKind>> = {
  image: "image",
  audio: "audio",
  video: "video",
  application: "document",
  locationMessage: "location",
  vcard: "contact",
  call_log: "call",
};
const kindOf = ({ mediaType, sticker }: Message): MessageKind =>
  sticker ? "sticker" : mediaType === null ? "text" : (KINDS[mediaType] ?? "text");

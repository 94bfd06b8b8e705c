import { type CloudNumber, cloudOf } from "./cloud-book.ts";
import { type CloudCustomer, cloudWebhook, customerOf } from "./cloud-people.ts";
import type { GraphSimulator } from "./server.ts";

/** What changes about a customer; a missing id was not disclosed by the network. */
export interface NewIds {
  readonly phone?: string;
  readonly userId?: string;
  readonly parentId?: string;
}
type Changing = CloudCustomer & { readonly parentId?: string };

/** The system message about a customer whose number or id changed; it has no `contacts`. */
export function changeOfIds(
  simulator: GraphSimulator,
  number: CloudNumber,
  before: Changing,
  after: NewIds,
): object {
  const { book } = simulator;
  const hasPhone = after.phone !== undefined;
  return cloudWebhook(number, {
    messages: [
      {
        id: book.newId("wamid.Y"),
        timestamp: String(Math.floor(book.now() / 1000)),
        type: "system",
        ...(before.phone && { from: before.phone }),
        ...(before.userId && { from_user_id: before.userId }),
        system: {
          body: `User ${before.name} changed`,
          type: hasPhone ? "user_changed_number" : "user_changed_user_id",
          ...(hasPhone && { wa_id: after.phone }),
          ...(after.userId && { user_id: after.userId }),
          ...(after.parentId && { parent_user_id: after.parentId }),
          ...(before.userId && { previous_user_id: before.userId }),
          ...(before.parentId && { previous_parent_user_id: before.parentId }),
        },
      },
    ],
  });
}

interface Card {
  readonly name: string;
  readonly phone: string;
  /** True for the card that the button of a contact request sends. */
  readonly isOwn?: boolean;
}

/** A customer sends a contact card; `isOwn`: the answer to a request for their phone. */
export function sendsCard(
  simulator: GraphSimulator,
  number: CloudNumber,
  customer: CloudCustomer,
  { name, phone, isOwn = false }: Card,
): string {
  return customerOf(simulator, number, customer).sends({
    type: "contacts",
    contacts: [
      {
        name: { formatted_name: name, first_name: name },
        phones: [{ phone: `+${phone}`, type: "CELL", wa_id: phone }],
        ...(isOwn && { origin: "contact_request" }),
      },
    ],
  });
}

/**
 * A customer refuses to share their phone: the network sends no webhook about the button; with `words` the customer writes them.
 * Throws when the number did not ask them.
 */
export function refusesPhone(
  simulator: GraphSimulator,
  number: CloudNumber,
  customer: CloudCustomer,
  words?: string,
): void {
  const request = cloudOf(simulator.book).sent.findLast(
    (sent) => sent.number === number && (sent.to === customer.phone || sent.to === customer.userId),
  );
  const interactive = request?.body["interactive"] as { readonly type?: string } | undefined;
  if (interactive?.type !== "request_contact_info") throw new Error(`${customer.name} was not asked`);
  if (words !== undefined) customerOf(simulator, number, customer).writes(words);
}

import { timeZoneOf } from "#accounts/settings/index.ts";
import type { InboundContent } from "#channels/connections/index.ts";
import type { MessageEvent } from "#inbox/messages/receive/common.ts";
import {
  countryOfZone,
  findOrCreateFromNetwork,
  internationalNumber,
  type KnownContact,
  offerPhone,
} from "#people/contacts/index.ts";
import type { TenantUnit } from "#tenants/tenant.ts";

/**
 * Stores the phone that a customer shared with the button of our request (docs/rules/contacts.md#ask-for-the-phone); offers any
 * other number to the attendant. Returns the contact of the message, which is another one if the shared phone merged two contacts.
 * If the phone is known, does nothing and runs no query.
 */
export function withSharedPhone(unit: TenantUnit, contact: KnownContact, event: MessageEvent): KnownContact {
  if (contact.number !== null || contact.isGroup) return contact;
  const { content, chat } = event;
  const shared = content.type === "contacts" ? content.shared : undefined;
  if (shared && contact.phoneAskedAt !== null && event.at >= contact.phoneAskedAt - CLOCK_MS) {
    const joined = findOrCreateFromNetwork(unit, {
      identities: [shared, ...chat],
      name: null,
      isGroup: false,
      connectionId: contact.connectionId ?? 0,
    });
    return { ...joined, identityId: contact.identityId };
  }
  const offered = phoneIn(content, countryOfZone(timeZoneOf(unit.tenant)));
  if (offered !== null && offered !== contact.offeredPhone) offerPhone(unit, contact.id, offered);
  return contact;
}

/** Tolerance when comparing times of the network with ours, ms: networks send whole seconds, and their clocks differ. */
const CLOCK_MS = 60_000;

const CANDIDATE = /\+?\d[\d\s().-]{8,20}\d/g;

/** The only phone in a typed text or a contact card; null without one, or with several. Pure. */
export function phoneIn(content: InboundContent, country: "55" | ""): string | null {
  const texts =
    content.type === "text"
      ? [...content.text.slice(0, 500).matchAll(CANDIDATE)].map(([text]) => text)
      : content.type === "contacts"
        ? content.cards.flatMap(({ vcard }) => numbersOf(vcard))
        : [];
  const numbers = new Set(texts.map((text) => internationalNumber(text, country)).filter(isLikely(country)));
  const [only] = numbers;
  return numbers.size === 1 && only !== undefined ? only : null;
}

const numbersOf = (vcard: string): string[] =>
  [...vcard.matchAll(/^TEL([^:\n]*):(.+)$/gim)].map(([, parameters = "", number = ""]) => {
    const id = /waid=(\d+)/i.exec(parameters)?.[1];
    return id === undefined ? number.trim() : `+${id}`;
  });

/** In Brazil a phone must have area and subscriber number, because numbers of documents and orders have as many digits. */
const isLikely = (country: "55" | "") => (number: string) =>
  country === "55" ? /^(55\d{10,11}|(?!55)\d{11,15})$/.test(number) : /^\d{10,15}$/.test(number);

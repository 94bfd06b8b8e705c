import type * as v from "valibot";
import { type ContactAnswer, CreateContactBody, UpdateContactBody } from "#people/contacts/contract.ts";

/** What the form holds; texts as typed. */
export interface ContactValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly extraInfo: readonly { readonly id?: number; readonly name: string; readonly value: string }[];
  readonly disableBot: boolean;
  readonly blocked: boolean;
}

/** What a form of a known or a new contact begins with. */
export function initialValues(contact: ContactAnswer | null, given: Partial<ContactValues>): ContactValues {
  return {
    name: contact?.name ?? "",
    number: contact?.number ?? "",
    email: contact?.email ?? "",
    extraInfo:
      contact?.extraInfo.map(({ id, name, value }) => ({
        ...(id === undefined ? {} : { id }),
        name,
        value,
      })) ?? [],
    disableBot: contact?.disableBot ?? false,
    blocked: contact?.blocked ?? false,
    ...given,
  };
}

/** The rules of the contract; a contact without phone (Instagram, privacy id) may stay without. */
export function contactSchema(contact: ContactAnswer | null): v.GenericSchema<unknown, unknown> {
  return contact && contact.number === "" ? UpdateContactBody : CreateContactBody;
}

/** What is sent: lines without a name are not. The number only when it was changed. */
export function bodyOf(values: ContactValues, contact: ContactAnswer | null) {
  const extraInfo = values.extraInfo
    .filter(({ name }) => name.trim() !== "")
    .map(({ id, name, value }) => ({ ...(id === undefined ? {} : { id }), name, value }));
  const shared = { name: values.name, email: values.email.trim(), extraInfo };
  if (!contact) return { ...shared, number: values.number };
  const number = values.number === contact.number ? {} : { number: values.number };
  return { ...shared, ...number, disableBot: values.disableBot, blocked: values.blocked };
}

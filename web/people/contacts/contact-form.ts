import type * as v from "valibot";
import { type ContactAnswer, CreateContactBody, UpdateContactBody } from "#people/contacts/contract.ts";

/** Values of the fields; texts as typed. */
export interface ContactValues extends Readonly<Record<string, unknown>> {
  readonly name: string;
  readonly number: string;
  readonly email: string;
  readonly extraInfo: readonly { readonly id?: number; readonly name: string; readonly value: string }[];
  readonly disableBot: boolean;
  readonly blocked: boolean;
}

/** Initial values of the form, for an existing or a new contact. */
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

/** The rules of the contract; a contact without a phone number (Instagram, privacy id) may remain without one. */
export function contactSchema(contact: ContactAnswer | null): v.GenericSchema<unknown, unknown> {
  return contact && contact.number === "" ? UpdateContactBody : CreateContactBody;
}

/** The request: without extra fields that have no name, and with the number only if it changed. */
export function bodyOf(values: ContactValues, contact: ContactAnswer | null) {
  const extraInfo = values.extraInfo
    .filter(({ name }) => name.trim() !== "")
    .map(({ id, name, value }) => ({ ...(id === undefined ? {} : { id }), name, value }));
  const shared = { name: values.name, email: values.email.trim(), extraInfo };
  if (!contact) return { ...shared, number: values.number };
  const number = values.number === contact.number ? {} : { number: values.number };
  return { ...shared, ...number, disableBot: values.disableBot, blocked: values.blocked };
}

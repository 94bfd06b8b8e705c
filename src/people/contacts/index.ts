/** What other features may use of the contacts. */
export { askNetwork, askThrough, remembered as rememberedAnswer } from "./check-number.ts";
export { eraseContact } from "./delete.ts";
export { describeContact } from "./describe.ts";
export { invalidContact, noContact } from "./errors.ts";
export {
  findOrCreateFromNetwork,
  type KnownContact,
} from "./find-or-create.ts";
export { keepGroupMembers } from "./group-members.ts";
export { addressOn, findIdentity, type Identity, identitiesOf } from "./identity.ts";
export { type ImportedPerson, importPerson, outcomeOfImport } from "./import-person.ts";
export { matchKey } from "./match-key.ts";
export { keepNumberAnswer } from "./number-answer.ts";
export { type NumberAnswer, type NumberCheck, NumberCheckPort } from "./number-check-port.ts";
export { addresseeOf, contactOfAddressee, isGroupAddress } from "./of-number.ts";
export { setOptedOut } from "./opt-out.ts";
export { internationalNumber } from "./phone-number/contract.ts";
export { FileAddressPort, keepPicture, pictureUrl } from "./pictures.ts";
export { presentContactRef } from "./present.ts";

export { contactById, visibleContact } from "./read.ts";
export type { Contact, ContactIdentity } from "./schema.ts";
export { type ContactSearch, type SearchedContact, searchContacts, typedDigits } from "./search.ts";
export { readNumber, readTypedNumber } from "./typed-number.ts";

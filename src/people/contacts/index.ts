/** What other features may use of the contacts. */
export { askNetwork, askThrough, remembered as rememberedAnswer } from "./check-number.ts";
export { eraseContact } from "./delete.ts";
export { type Description, describeContact } from "./describe.ts";
export { invalidContact, noContact } from "./errors.ts";
export {
  findOrCreateFromNetwork,
  type KnownContact,
  type NetworkContact,
} from "./find-or-create.ts";
export { keepGroupMembers } from "./group-members.ts";
export { addressOn, findIdentity, type Identity, identitiesOf } from "./identity.ts";
export { type ImportedPerson, type ImportOutcome, importPerson, outcomeOfImport } from "./import-person.ts";
export { matchKey } from "./match-key.ts";
export { keepNumberAnswer } from "./number-answer.ts";
export { type NumberAnswer, type NumberCheck, NumberCheckPort } from "./number-check-port.ts";
export { type Addressee, addresseeOf, contactOfAddressee, isGroupAddress } from "./of-number.ts";
export { setOptedOut } from "./opt-out.ts";
export { countryOfZone, internationalNumber } from "./phone-number/contract.ts";
export { type FileAddress, FileAddressPort, keepPicture, pictureUrl } from "./pictures.ts";
export { presentContactRef } from "./present.ts";
export { presentContact } from "./queries.ts";
export { contactById, visibleContact } from "./read.ts";
export type { Contact, ContactIdentity, Existence, IdentityKind } from "./schema.ts";
export { type ContactSearch, type SearchedContact, searchContacts, typedDigits } from "./search.ts";
export { readNumber, readTypedNumber } from "./typed-number.ts";

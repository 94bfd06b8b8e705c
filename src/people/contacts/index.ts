/** Public functions of the contacts. */

export { describeContact } from "./describe.ts";
export { invalidContact, noContact } from "./errors.ts";
export { addresseeOf, contactOfAddressee, isGroupAddress } from "./identities/address.ts";
export { findOrCreateFromNetwork, type KnownContact } from "./identities/find-or-create.ts";
export { addressOn, findIdentity, type Identity, identitiesOf } from "./identities/identity.ts";
export { matchKey } from "./identities/match-key.ts";
export { type ImportedPerson, importPerson, outcomeOfImport } from "./import-person.ts";
export {
  type ContactSearch,
  matchingContactIds,
  type SearchedContact,
  searchContacts,
  typedDigits,
} from "./list/search.ts";
export {
  queryNetwork,
  queryThrough,
  storedAnswer as storedNumberAnswer,
} from "./number-check/check-number.ts";
export { storeNumberAnswer } from "./number-check/number-answer.ts";
export { type NumberAnswer, type NumberCheck, NumberCheckPort } from "./number-check/port.ts";
export { readNumber, readTypedNumber } from "./number-check/typed-number.ts";
export { internationalNumber } from "./phone-number/contract.ts";
export { FileAddressPort, pictureUrl, storePicture } from "./pictures.ts";
export { presentContactRef } from "./present.ts";
export { contactById, visibleContact } from "./read.ts";
export { eraseContact, eraseInSteps } from "./removal/erase.ts";
export type { Contact, ContactIdentity } from "./schema.ts";
export { setOptedOut, storeGroupMembers } from "./update.ts";

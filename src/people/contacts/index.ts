/** Public functions of the contacts. */

export { invalidContact, needsPhone, noContact } from "./errors.ts";
export { changeContactFields } from "./fields/change-fields.ts";
export { addresseeOf, contactOfAddressee, isGroupAddress } from "./identities/address.ts";
export { findOrCreateFromNetwork, type KnownContact } from "./identities/find-or-create.ts";
export {
  addressOn,
  findIdentity,
  type Identity,
  identitiesOf,
  isOnWhatsApp,
  keyOf as identityKey,
  matchKey,
} from "./identities/identity.ts";
export { replaceIdentities } from "./identities/replace.ts";
export { type ImportedPerson, type ImportedValue, importPerson, outcomeOfImport } from "./import-person.ts";
export {
  type ContactSearch,
  matchingContactIds,
  type SearchedContact,
  searchContacts,
  typedDigits,
} from "./list/search.ts";
export { LongMerge } from "./merge/long-merge.ts";
export { mergedContacts, prepareLongMerge, withLongMerges } from "./merge/merge.ts";
export { oneMergeAtATime } from "./merge/one-at-a-time.ts";
export { returnRows, returnSomeRows } from "./merge/return-rows.ts";
export {
  queryNetwork,
  queryThrough,
  readNumber,
  readTypedNumber,
  storedAnswer as storedNumberAnswer,
  storeNumberAnswer,
} from "./number-check/check-number.ts";
export { type NumberAnswer, type NumberCheck, NumberCheckPort } from "./number-check/port.ts";
export { countryOfZone, internationalNumber } from "./phone-number/contract.ts";
export { notePhoneAsked, notePhoneRefused, offerPhone } from "./phone-state.ts";
export { FileAddressPort, pictureUrl, storePicture } from "./pictures.ts";
export { ErasedAtPort, type PersonKey } from "./ports.ts";
export { presentContactRef } from "./present.ts";
export { contactById, describeContact, visibleContact } from "./read.ts";
export { eraseContact, eraseInSteps } from "./removal/erase.ts";
export { setOptedOut, storeGroupMembers } from "./save.ts";
export type { Contact, ContactIdentity } from "./schema.ts";

/**
 * Brazil: country 55, area of two digits, the ninth digit 9, then a mobile number (docs/rules/contacts.md#ninth-digit).
 */
const WITH_NINTH = /^(55\d{2})9([6-9]\d{7})$/;

/**
 * What two spellings of one phone number have in common: Brazilian mobile numbers lose their ninth digit, any
 * other number is its own key. `pn` are digits, country code first. Which spelling the network uses is never
 * guessed: it is asked.
 */
export const matchKey = (pn: string): string => pn.replace(WITH_NINTH, "$1$2");

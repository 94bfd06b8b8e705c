/**
 * Brazilian mobile number: country 55, area of two digits, the ninth digit 9, then eight digits
 * (docs/rules/contacts.md#ninth-digit).
 */
const WITH_NINTH = /^(55\d{2})9([6-9]\d{7})$/;

/**
 * The key that all spellings of one phone number share: Brazilian mobile numbers lose their ninth digit, any
 * other number is its own key. `pn` is digits with the country code first. Which spelling the network uses is
 * never guessed; the network is queried.
 */
export const matchKey = (pn: string): string => pn.replace(WITH_NINTH, "$1$2");

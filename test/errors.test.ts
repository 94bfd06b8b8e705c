import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import en from "#web/i18n/errors/locales/en.json";
import es from "#web/i18n/errors/locales/es.json";
import pt from "#web/i18n/errors/locales/pt.json";

/** Every error code of the catalogue (docs/rules/errors.md#catalogue). */
const CATALOGUE = `
ERR_VALIDATION ERR_NO_OTHER_WHATSAPP ERR_NO_DEF_WAPP_FOUND ERR_WAPP_GREETING_REQUIRED ERR_WAPP_INVALID_CONTACT
ERR_WAPP_NOT_INITIALIZED ERR_DELETE_WAPP_MSG ERR_QUEUE_REQUIRED ERR_USER_NOT_IN_QUEUE ERR_DISTRIBUTION_NEEDS_USERS
ERR_CAMPAIGN_NO_MESSAGE ERR_CAMPAIGN_NO_RECIPIENTS ERR_NOT_SUPPORTED ERR_URL_NOT_ALLOWED ERR_AUDIO_TOO_SHORT
ERR_WINDOW_CLOSED ERR_INTEGRATION_TEST ERR_PROVIDER_AUTH ERR_NO_FILTER ERR_IMPORT_COLUMNS ERR_RESET_TOKEN
ERR_PAYMENT_NOT_CONFIGURED ERR_INVALID_CREDENTIALS ERR_SESSION_EXPIRED ERR_INVALID_API_TOKEN
ERR_SUBSCRIPTION_EXPIRED ERR_TOKEN_EXPIRED ERR_NO_PERMISSION ERR_PLAN_FEATURE ERR_USER_CREATION_DISABLED
ERR_SIGNUP_DISABLED ERR_COMPANY_INACTIVE ERR_NO_SETTING_FOUND ERR_NO_CONTACT_FOUND ERR_NO_TICKET_FOUND
ERR_NO_USER_FOUND ERR_NO_WAPP_FOUND ERR_NO_QUEUE_FOUND ERR_NO_MESSAGE_FOUND ERR_NO_CHAT_FOUND ERR_NOT_FOUND
ERR_FETCH_WAPP_MSG ERR_OTHER_OPEN_TICKET ERR_TICKET_ALREADY_ACCEPTED ERR_MENTION_NOT_VISIBLE ERR_TICKET_CHANGED ERR_TICKET_CLOSED
ERR_TICKET_NOT_OPEN ERR_DUPLICATED_CONTACT ERR_NAME_IN_USE ERR_EMAIL_IN_USE ERR_QUEUE_COLOR_ALREADY_EXISTS
ERR_PAGE_IN_USE ERR_CONTACT_HAS_TICKETS ERR_CONNECTION_HAS_TICKETS ERR_QUEUE_HAS_TICKETS ERR_LIST_IN_USE
ERR_PLAN_IN_USE ERR_LAST_ADMIN ERR_PLAN_LIMIT ERR_CONNECTION_BUSY ERR_MERGE_ALREADY_UNDONE ERR_MERGE_TOO_OLD
ERR_SCHEDULE_SENT ERR_CAMPAIGN_STATE ERR_CAMPAIGN_LOCKED ERR_IDEMPOTENCY_MISMATCH ERR_IDEMPOTENCY_IN_PROGRESS
ERR_INVOICE_PAID ERR_IMPORT_RUNNING ERR_MEDIA_TOO_LARGE ERR_MEDIA_TYPE ERR_RATE_LIMIT ERR_INTERNAL
ERR_CREATING_MESSAGE ERR_CREATING_TICKET ERR_SENDING_WAPP_MSG ERR_WAPP_CHECK_CONTACT ERR_WAPP_DOWNLOAD_MEDIA
ERR_PAYMENT_GATEWAY ERR_TENANT_UNAVAILABLE ERR_TOO_LATE
`
  .trim()
  .split(/\s+/);

/** Codes that were added to the original catalogue, each with its reason. */
const ADDED: Readonly<Record<string, string>> = {
  ERR_UNKNOWN_VARIABLE: "a text to customers has a variable that nothing stands for",
  ERR_MAIL_NOT_CONFIGURED: "a scheduled report cannot be sent without a mail server",
  ERR_EXPORT_RUNNING: "a user has one file of a report at a time",
  ERR_EXPORT_TOO_LARGE: "a report has more rows than a file of its format holds",
  ERR_BULK_RUNNING: "a user has one run of bulk actions at a time",
  ERR_MACRO_REFUSED: "one action of a macro was refused; `details` names it",
  ERR_BULK_TOO_MANY_TEXTS: "one run sends at most 200 farewells over an unofficial number",
  ERR_DRAFT_CHANGED: "another device of the user stored another text, which is not overwritten",
  ERR_QUOTE_OTHER_CONNECTION: "a quoted message of another connection does not exist on the customer's side",
  ERR_QUOTE_NOT_POSSIBLE: "a quoted message was deleted or never reached the network",
  ERR_SERVER_BUSY: "more requests arrived than the server holds or works on in time",
  ERR_HELD_AFTER_RESTORE: "what was paid before a restore is not known, so no second payment is taken",
  ERR_NOT_DURABLE: "with a cluster, what a request wrote was not acknowledged by another machine in time",
  ERR_CURRENT_PASSWORD: "a change of the own login came with a wrong current password",
  ERR_RECONCILIATION_HELD: "the number of the connection is restricted",
  ERR_RECONCILIATION_RUNNING: "a comparison of this connection with its phone is running",
  ERR_SETUP_DONE: "the first run is over",
  ERR_AI_BUDGET: "the tokens of a prompt's month are used up",
  ERR_NEEDS_PHONE: "the phone of a WhatsApp contact is not known, and nothing else reaches it there",
  ERR_PHONE_ASKED: "a customer was asked for the phone in the last 7 days",
  ERR_HISTORY_DONE: "the history of a number can be requested once, within a day of its sign-up",
  ERR_AI_FAILED: "a model gave no usable answer",
  ERR_AI_NOT_READY: "no prompt of the company has a key",
  ERR_EMAIL_NOT_CONFIRMED: "the provider wants e-mails of sign-ups confirmed",
  ERR_SIGNUP_PLAN: "the plan of a sign-up was deleted before its e-mail was confirmed",
  ERR_CONFIRMATION_CODE: "the link of that mail was used, replaced or is too old",
  ERR_MEDIA_QUOTA: "the files of the company fill what its plan gives",
  ERR_MARKETING_LIMIT: "Meta holds a marketing message back for a customer",
  ERR_MARKETING_REFUSED: "a customer told Meta that they want no marketing of this company",
  ERR_NUMBER_RESTRICTED: "the network holds back new conversations of the number",
  ERR_NEW_CHAT_CONFIRM: "a person confirms a new conversation beyond the day's budget first",
  ERR_HELD_LIMIT: "too many messages wait on the number already",
  ERR_HELD_EXPIRED: "a message waited a week for the end of a restriction",
  ERR_RESTORED: "a message waited at the time to which the archive was restored",
  ERR_CONTACT_BLOCKED: "the contact was blocked while its message waited",
  ERR_CONTACT_OPTED_OUT: "the contact opted out of campaigns while its message waited",
  ERR_NEW_CHAT_CAP: "the number used up its limit of new conversations",
  ERR_SPAM_LIMIT: "Meta limits a number that is blocked and reported",
  ERR_META_PAYMENT: "Meta sends nothing until the account is paid",
  ERR_TEMPLATE_UNAVAILABLE: "a template is not approved any more, or has other values",
  ERR_TEMPLATE_VALUES: "a template lacks a value or its file for somebody",
  ERR_FIELDS_REQUIRED: "a required field or resolution is missing",
  ERR_FOLLOW_UP_RUNNING: "one follow-up runs in a ticket at a time",
  ERR_IN_USE: "something shared names it in its conditions",
  ERR_LIMIT_REACHED: "a limit of the product",
  ERR_ALREADY_SENT: "the message left before its send was undone",
  ERR_UNDO_TOO_LATE: "the undo window of a close is over",
  ERR_PASSKEY_INVALID: "what a passkey signed does not answer the request",
  ERR_PASSKEY_STATE: "no link waits for this step of a passkey",
  ERR_PASSKEY_REFUSED: "the network refused or did not answer a passkey",
  ERR_LINK_EXPIRED: "the link for the owner of a phone is over or used",
  ERR_RATE_FILE: "a row of a price card cannot be read",
  ERR_RATE_OVERLAP: "two prices would be in force on one day",
  ERR_BUDGET_USED: "the month's budget for official messages is used up, and the company stops this kind",
  ERR_MEDIA_MISSING: "a stored file is neither on this machine nor in the storage of media",
  ERR_MEDIA_UNAVAILABLE: "the bucket or object store of media does not respond",
  ERR_STORAGE_FULL: "the disk is full: sending is refused, reading goes on",
};

const source = join(import.meta.dir, "../src");
const inCode = new Map<string, string>();
for (const path of new Bun.Glob("**/*.ts").scanSync(source)) {
  if (path.endsWith(".test.ts")) continue;
  const text = readFileSync(join(source, path), "utf8");
  for (const [code] of text.matchAll(/"(ERR_[A-Z_]+)"/g)) inCode.set(code.slice(1, -1), path);
}

describe("error codes", () => {
  test("every error code of the server is in the catalogue", () => {
    const known = new Set([...CATALOGUE, ...Object.keys(ADDED)]);
    expect([...inCode].filter(([code]) => !known.has(code))).toEqual([]);
    expect(inCode.size).toBeGreaterThan(30);
  });

  test("every storage and lookup error of the catalogue is answered by the server", () => {
    const used = ["ERR_CREATING_MESSAGE", "ERR_CREATING_TICKET", "ERR_FETCH_WAPP_MSG"];
    expect(used.filter((code) => !inCode.has(code))).toEqual([]);
  });

  test("every error code has a text in each language", () => {
    for (const texts of [pt, en, es]) {
      const missing = [...inCode.keys()].filter((code) => !Object.hasOwn(texts, code));
      expect(missing).toEqual([]);
    }
  });
});

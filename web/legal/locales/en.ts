import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

/** Texts of the terms of use and the privacy notice, English. */
export const en = {
  page: {
    back: "Back to sign in",
    failed: "The text could not be loaded",
  },
  term: {
    title: "Terms of use",
    text: `These terms hold for everybody who uses this customer service platform. By creating an account the company agrees to them.

## The service
The platform brings together the conversations of the company with its customers, on connections the company links itself. The trial is free; after it, use depends on payment of the subscription of the chosen plan.

## What is expected of you
- Keep the data of the account correct and the password secret.
- Write only to people who agree to receive your messages.
- Respect the rules of the connected channels and the law.
- Send nothing illegal, misleading or offensive.

## Payment and due date
The plan is paid by period. After the due date access is limited to the payment; seven days later the connections are closed. With the payment everything comes back and no data is lost.

## Availability
We take care that the service is always up, but it also depends on networks and channels of others, which we do not control.

## Ending
The company may stop using the service whenever it wants. Accounts that disregard these terms may be suspended.

## Contact
Support answers questions about these terms.`,
  },
  privacy: {
    title: "Privacy policy",
    text: `This policy explains which data the platform keeps and what for.

## Which data
- Of the company and its users: name, e-mail, phone and what billing needs.
- Of the service: contacts, messages and files exchanged over the connections of the company.
- For security: address and browser of each access.

## What for
The data serves to provide the service: to deliver and organize conversations, to protect accounts and to bill the subscription. It is neither sold nor used for advertising.

## Who answers for the data
The data of conversations belongs to the company that has them; it decides about it. The platform processes it only on its behalf, and keeps the data of each company apart from the others.

## For how long
As long as the account exists. The data of a deleted company is erased within 30 days. The company may set how long files are kept.

## Your rights
Anybody may ask to know, correct or erase what is kept about them: first the company they talked to, or support.

## Cookies
We use only what is needed to keep the session open. No service of others follows your visit.`,
  },
  editor: {
    title: "Terms and privacy",
    help: "The texts of /term and /privacy, which everybody may read before creating an account. A line that begins with ## is a heading, with - an item of a list. Blank means the text of the product.",
    page: "Page",
    language: "Language",
    text: "Text",
    save: "Save",
    reset: "Back to the text of the product",
    saved: "Text saved.",
    own: "This is the text of the product; change and save it to use your own.",
    look: "See the page",
  },
} as const satisfies Dictionary<typeof pt>;

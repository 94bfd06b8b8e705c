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
    text: `These terms apply to everyone who uses this customer service platform. By creating an account, the company agrees to them.

## The service
The platform brings together the company's conversations with its customers, over connections the company sets up itself. The trial is free; after it, use depends on paying the subscription of the chosen plan.

## What is expected of you
- Keep the account details correct and the password secret.
- Write only to people who agree to receive your messages.
- Respect the rules of the connected channels and the law.
- Send nothing illegal, misleading or offensive.

## Payment and due date
The plan is paid per period. After the due date, access is limited to payment; seven days later, the connections are turned off. After payment, everything comes back and no data is lost.

## Availability
We work to keep the service always available, but it also depends on third-party networks and channels, which we do not control.

## Termination
The company may stop using the service whenever it wants. Accounts that violate these terms may be suspended.

## Contact
Support answers questions about these terms.`,
  },
  privacy: {
    title: "Privacy policy",
    text: `This policy explains what data the platform keeps and why.

## What data
- About the company and its users: name, e-mail, phone and what billing requires.
- About the service: contacts, messages and files exchanged over the company's connections.
- For security: address and browser of each sign-in.

## Why
The data is used to provide the service: to deliver and organize conversations, protect accounts and bill the subscription. It is neither sold nor used for advertising.

## Who is responsible for the data
The data of conversations belongs to the company that holds them, and that company decides what is done with it. The platform processes it only on its behalf, and keeps each company's data separate from the others'.

## For how long
As long as the account exists. The data of a deleted company is erased within 30 days. The company may set how long files are kept.

## Your rights
Anyone may ask to see, correct or erase the data kept about them: first the company they talked to, or support.

## Cookies
We use only what is needed to keep the session open. No third-party service tracks your visit.`,
  },
  editor: {
    title: "Terms and privacy",
    help: "The texts of the Terms of use and Privacy policy pages, which anyone can read before creating an account. A line that begins with ## is a heading; with -, a list item. If left blank, the product's text is used.",
    page: "Page",
    language: "Language",
    text: "Text",
    save: "Save",
    reset: "Back to the product's text",
    saved: "Text saved.",
    own: "This is the product's text; edit and save it to use your own.",
    look: "View the page",
  },
} as const satisfies Dictionary<typeof pt>;

import type { pt } from "./pt.ts";

/** Texts of templates of official numbers, English. */
export const en: typeof pt = {
  list: {
    title: "Templates of {{name}}",
    sync: "Synchronise",
    synced: "Templates are up to date",
    add: "New template",
    empty: "This number has no templates yet.",
    unusable: "Has parts that can only be filled in elsewhere",
    open: "Templates",
  },
  status: {
    APPROVED: "Approved",
    PENDING: "In review",
    REJECTED: "Refused",
    PAUSED: "Paused",
    DISABLED: "Disabled",
    other: "Not available",
  },
  form: {
    title: "New template",
    name: "Name",
    nameHelp: "Lower-case letters, numbers and _",
    language: "Language",
    languageHelp: "For example pt_BR, en_US, es",
    category: "Category",
    UTILITY: "Utility",
    MARKETING: "Marketing",
    header: "Heading",
    body: "Text",
    bodyHelp: "Values stand between double braces: 1, 2, 3…",
    footer: "Footer",
    example: "Example of value {{name}}",
    submit: "Hand in for approval",
    saved: "Template handed in for approval",
  },
};

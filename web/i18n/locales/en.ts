import type { Dictionary } from "#web/i18n/dictionary.ts";
import { errors } from "./errors-en.ts";
import type { pt } from "./pt.ts";

/** Shared words, English. */
export const en = {
  action: {
    save: "Save",
    cancel: "Cancel",
    close: "Close",
    delete: "Delete",
    tryAgain: "Try again",
    undo: "Undo",
    search: "Search",
    clear: "Clear",
    clearSearch: "Clear search",
    refresh: "Refresh",
    discard: "Discard",
    showPassword: "Show the password",
    hidePassword: "Hide the password",
    keepEditing: "Keep editing",
  },
  state: {
    loading: "Loading…",
    partFailed: "This part could not be shown.",
  },
  list: {
    loadFailed: "The list of records could not be loaded",
    loadingMore: "Loading more…",
    notFound: "Nothing found",
  },
  form: {
    required: "Required",
    tooShort: "Too Short!",
    tooLong: "Too Long!",
    invalid: "Invalid value",
    invalidEmail: "Invalid email",
    inUse: "Already in use",
    unknownVariable: "This text has a variable that does not exist",
    unsavedTitle: "Discard changes?",
    unsavedText: "What you changed has not been saved.",
    discard: "Yes, discard",
    saved: "Saved.",
  },
  zero: {
    never: "Never",
    unlimited: "No limit",
    atOnce: "At once",
    forever: "Forever",
    noWait: "No wait",
    alwaysNew: "Always a new one",
    off: "Off",
    standard: "Installation default",
  },
  confirm: {
    deleteText: "Do you really want to delete this record?",
  },
  page: {
    failedTitle: "Something went wrong on this page",
    failedText: "Try again. If it stays like this, reload the page.",
    notFoundTitle: "Page not found",
    notFoundText: "This address leads nowhere.",
    goHome: "Go to the home page",
  },
  toast: {
    region: "Notices",
  },
  errors,
} as const satisfies Dictionary<typeof pt>;

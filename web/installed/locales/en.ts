import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en: Dictionary<typeof pt> = {
  version: {
    newer: "A new version of {{brand}} is available.",
    reload: "Reload",
  },
  push: {
    title: "Notifications on this device",
    on: "Notify on this device",
    onHelp:
      "You get the new messages of your tickets even when {{brand}} is closed. While you are on a {{brand}} page, nothing rings.",
    preview: "Show the first words",
    previewHelp: "When off, only the contact's name is shown: anyone can read a locked screen.",
    test: "Send a test notification",
    unread: "The notification settings of this device could not be read",
    unsupported:
      "This browser does not receive notifications from web pages. On a phone, use Chrome, Edge, Firefox or Samsung Internet.",
    notInstalled:
      "On iPhone and iPad, only the installed app gets notifications: tap Share, then “Add to Home Screen”, and open {{brand}} from there.",
    denied:
      "The browser does not allow notifications from this page. Open the site permissions next to the address and allow notifications.",
    service:
      "The browser's notification service did not respond. Check your internet connection; company networks may block this service.",
    test_running: "Sending…",
    test_arrived: "It arrived! This device receives notifications.",
    test_late:
      "The notification service accepted it, but nothing arrived within 10 seconds. Check whether “Do Not Disturb” or the battery saver is on.",
    test_gone: "The notification service no longer recognizes this device. Turn notifications on again.",
    test_refused:
      "The notification service rejected the test. Turn notifications off and on again; if that does not help, contact support.",
    test_unreachable: "The {{brand}} server could not reach the notification service. Contact support.",
  },
};

import type { Dictionary } from "#web/i18n/dictionary.ts";
import type { pt } from "./pt.ts";

export const en: Dictionary<typeof pt> = {
  version: {
    newer: "There is a new version of {{brand}}.",
    reload: "Reload",
  },
  push: {
    title: "Notifications on this device",
    on: "Notify on this device",
    onHelp:
      "New messages of your tickets arrive even while {{brand}} is closed. While you look at a page of {{brand}} nothing rings.",
    preview: "Show the first words",
    previewHelp: "When off, only the contact's name appears: anybody can read a locked screen.",
    test: "Send a test notification",
    unread: "The notifications of this device could not be read",
    unsupported:
      "This browser takes no notifications from pages. On a phone use Chrome, Edge, Firefox or Samsung Internet.",
    notInstalled:
      "On iPhone and iPad only the installed app gets notifications: tap Share, then “Add to Home Screen”, and open {{brand}} from there.",
    denied:
      "The browser does not allow notifications of this page. Open the site's permissions beside the address and allow notifications.",
    service:
      "The browser's notification service did not answer. Check your connection; company networks may block it.",
    test_running: "Sending…",
    test_arrived: "It arrived! This device gets notifications.",
    test_late:
      "The notification service took it, but nothing arrived within 10 seconds. See whether “do not disturb” or the battery saver is on.",
    test_gone: "The notification service no longer knows this device. Switch the notifications on again.",
    test_refused:
      "The notification service refused it. Switch the notifications off and on; if that does not help, talk to support.",
    test_unreachable: "The server of {{brand}} could not reach the notification service. Talk to support.",
  },
};

import { navigate } from "wouter/use-browser-location";
import type { NotificationAnswer } from "#accounts/notifications/contract.ts";
import { preloadTexts, type Translate, text } from "#web/i18n/dictionary.ts";
import { api } from "#web/lib/api/api.ts";
import { notifyDesktop } from "#web/lib/page/notifications.ts";
import { ownStorageScope } from "#web/lib/session/session.ts";
import { socket } from "#web/lib/socket/socket-instance.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { noticeTexts } from "./locales/index.ts";
import type pt from "./locales/pt.json";
import { isPathOnScreen, ringOnce } from "./notices.ts";
import { PersonalNotices } from "./personal-model.ts";

/** The personal notifications of this page. */
export const personalNotices = new PersonalNotices({
  api,
  socket,
  isOwn: () => ownStorageScope() !== null,
  isOnScreen: (uuid) => isPathOnScreen(`/tickets/${uuid}`),
  ring: (notification) => {
    ringOnce();
    explain(notification);
  },
  explain,
});

function explain(notification: NotificationAnswer): void {
  preloadTexts(noticeTexts).then(() => announce(notification), toast.failure);
}

type NoticeText = Translate<typeof pt>;

/** The text of a notification; `other` for a kind of a newer server. */
export function wordsOf(t: NoticeText, { kind, by, ticket, details, note }: NotificationAnswer): string {
  const contact = ticket?.name ?? t("personal.hidden");
  if (kind === "mention")
    return by ? t("personal.mentionBy", { by: by.name, contact }) : t("personal.mention", { contact });
  if (kind === "participant_news")
    return by ? t("personal.newsBy", { by: by.name, contact }) : t("personal.news", { contact });
  if (kind === "taken_over")
    return by ? t("personal.takenOverBy", { by: by.name, contact }) : t("personal.takenOver", { contact });
  if (kind === "close_taken_back") return t("personal.closeTakenBack", { contact });
  if (kind === "reminder_due") {
    if (!note) return t("personal.reminderTicket", { contact });
    return ticket ? t("personal.reminderOf", { contact, note }) : t("personal.reminder", { note });
  }
  if (kind === "report_ready") return t("personal.reportReady");
  if (kind === "bulk_done")
    return t(details["undone"] === true ? "personal.bulkUndone" : "personal.bulkDone", {
      done: Number(details["done"]),
      failed: Number(details["failed"]),
    });
  if (kind === "sla_warning" || kind === "sla_missed") {
    const target = t(`personal.sla_${slaTarget(details["target"])}`);
    return t(kind === "sla_missed" ? "personal.slaMissed" : "personal.slaWarning", { contact, target });
  }
  if (kind === "rule_notice") {
    const said = { rule: String(details["rule"] ?? ""), text: String(details["text"] ?? "") };
    return ticket ? t("personal.ruleOf", { ...said, contact }) : t("personal.rule", said);
  }
  if (kind === "woken")
    return t(details["reason"] === "reply" ? "personal.wokenReply" : "personal.woken", { contact });
  if (kind === "follow_up_ended")
    return t(details["reason"] === "finished" ? "personal.followUpFinished" : "personal.followUpStopped", {
      contact,
    });
  return t("personal.other", { contact });
}

const slaTarget = (target: unknown) =>
  (["first", "next", "resolution"] as const).find((one) => one === target) ?? "first";

/** The page that a notification leads to; null = none. */
export function pathOf({ kind, ticket }: NotificationAnswer): string | null {
  if (kind === "report_ready") return "/reports";
  return ticket === null ? null : `/tickets/${ticket.uuid}`;
}

function announce(notification: NotificationAnswer): void {
  const words = wordsOf((key, values) => text(noticeTexts, key, values), notification);
  const path = pathOf(notification);
  const open = () => {
    if (path !== null) navigate(path);
    void personalNotices.read(notification.id).catch(toast.failure);
  };
  toast.info(words, path === null ? undefined : { label: text(noticeTexts, "personal.open"), run: open });
  if (document.visibilityState !== "visible")
    notifyDesktop({
      title: notification.ticket?.name ?? text(noticeTexts, "personal.title"),
      body: words,
      tag: `notification-${notification.id}`,
      onClick: open,
    });
}

/** Follows the personal notifications. Returns a function that stops it. */
export function startPersonalNotices(): () => void {
  const stop = personalNotices.start();
  const look = () => personalNotices.shown();
  document.addEventListener("visibilitychange", look);
  globalThis.addEventListener("focus", look);
  return () => {
    stop();
    document.removeEventListener("visibilitychange", look);
    globalThis.removeEventListener("focus", look);
  };
}

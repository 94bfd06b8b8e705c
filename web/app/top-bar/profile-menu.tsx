import { useSignals } from "@preact/signals-react/runtime";
import AlarmClock from "lucide-react/icons/alarm-clock";
import Bell from "lucide-react/icons/bell";
import CircleUserRound from "lucide-react/icons/circle-user-round";
import Clock from "lucide-react/icons/clock";
import Coffee from "lucide-react/icons/coffee";
import Keyboard from "lucide-react/icons/keyboard";
import Languages from "lucide-react/icons/languages";
import ListChecks from "lucide-react/icons/list-checks";
import LogOut from "lucide-react/icons/log-out";
import Moon from "lucide-react/icons/moon";
import PencilLine from "lucide-react/icons/pencil-line";
import RefreshCw from "lucide-react/icons/refresh-cw";
import Search from "lucide-react/icons/search";
import Star from "lucide-react/icons/star";
import Sun from "lucide-react/icons/sun";
import { Button } from "react-aria-components/Button";
import { shell } from "#web/app/locales/index.ts";
import {
  openDrafts,
  openPalette,
  openPause,
  openProfile,
  openPush,
  openShortcutSheet,
  openStars,
  openTimes,
} from "#web/app/shell/overlays.ts";
import { language } from "#web/i18n/language.ts";
import { LANGUAGE_NAMES, LANGUAGES } from "#web/i18n/languages.ts";
import { common } from "#web/i18n/locales/index.ts";
import { changeLanguage } from "#web/i18n/start.ts";
import { useText } from "#web/i18n/use-text.ts";
import { openReminders } from "#web/inbox/tickets/actions/reminder.tsx";
import { theme, toggleTheme } from "#web/lib/page/theme.ts";
import { shortName } from "#web/lib/page/use-narrow.ts";
import { maySetSecrets, session } from "#web/lib/session/session.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { hasFirstSteps, showFirstSteps } from "#web/operations/first-steps/show.ts";
import { Avatar } from "#web/ui/display/avatar.tsx";
import { PresenceDot } from "#web/ui/display/presence-dot.tsx";
import { Menu, type MenuGroup, type MenuItem } from "#web/ui/overlay/menu.tsx";
import { finishPendingDeletes } from "#web/ui/toast/delete-with-undo.ts";
import { toast } from "#web/ui/toast/toast.ts";

/** Profile, pause, language, shortcuts, logout; on phones also the items that do not fit in the bar. */
export function ProfileMenu({ isNarrow }: { readonly isNarrow: boolean }) {
  useSignals();
  const t = useText(shell);
  const words = useText(common);
  const user = session.user.value;
  if (!user) return null;
  const isDark = theme.value === "dark";
  const tools: MenuItem[] = isNarrow
    ? [
        { id: "find", label: t("palette.title"), icon: <Search />, onAction: openPalette },
        {
          id: "refresh",
          label: words("action.refresh"),
          icon: <RefreshCw />,
          onAction: () => globalThis.location.reload(),
        },
        {
          id: "theme",
          label: t(isDark ? "top.toLight" : "top.toDark"),
          icon: isDark ? <Sun /> : <Moon />,
          onAction: toggleTheme,
        },
      ]
    : [
        {
          id: "keys",
          label: t("top.shortcuts"),
          icon: <Keyboard />,
          keys: "?",
          onAction: openShortcutSheet,
        },
      ];
  const { away } = user;
  const isTracked = session.setting("trackWorkTime") === "enabled";
  const own: MenuItem[] = [];
  // The server refuses all of them to a support session.
  if (maySetSecrets())
    own.push(
      { id: "profile", label: t("top.editProfile"), icon: <CircleUserRound />, onAction: openProfile },
      { id: "push", label: t("top.notifications"), icon: <Bell />, onAction: openPush },
      { id: "drafts", label: t("top.drafts"), icon: <PencilLine />, onAction: openDrafts },
      { id: "reminders", label: t("top.reminders"), icon: <AlarmClock />, onAction: openReminders },
      { id: "stars", label: t("top.stars"), icon: <Star />, onAction: openStars },
    );
  own.push({
    id: "away",
    label: t(away ? "top.comeBack" : "top.goAway"),
    icon: <Coffee />,
    onAction: () => {
      if (isTracked && !away) openPause();
      else void session.setAway(!away).catch(toast.failure);
    },
  });
  if (isTracked) own.push({ id: "times", label: t("top.times"), icon: <Clock />, onAction: openTimes });
  if (hasFirstSteps())
    own.push({ id: "steps", label: t("top.firstSteps"), icon: <ListChecks />, onAction: showFirstSteps });
  const groups: MenuGroup[] = [
    { id: "own", items: own },
    { id: "tools", items: tools },
    { id: "language", title: t("top.language"), items: languageItems() },
    {
      id: "session",
      items: [{ id: "logout", label: t("top.logout"), icon: <LogOut />, onAction: () => void logout() }],
    },
  ];
  return (
    <Menu
      label={t("top.profile")}
      groups={groups}
      header={
        <div className="profile-who">
          <b>{shortName(user.name, isNarrow)}</b>
          <small>{shortName(user.company.name, isNarrow)}</small>
          <small className="profile-presence">
            <PresenceDot presence={away ? "away" : "online"} />
            {t(away ? "top.away" : "top.available")}
          </small>
        </div>
      }
      trigger={
        <Button className="profile-button" aria-label={t("top.profile")}>
          <Avatar name={user.name} size="s" />
          <PresenceDot presence={away ? "away" : "online"} />
        </Button>
      }
    />
  );
}

/** Each language by its own name, so that users recognize theirs on a page in any language. */
function languageItems(): MenuItem[] {
  return LANGUAGES.map((code) => ({
    id: code,
    label: LANGUAGE_NAMES[code],
    icon: <Languages />,
    isChosen: language.value === code,
    onAction: () => {
      storage.set("language", code);
      changeLanguage(code).catch(toast.failure);
    },
  }));
}

/** Sends the pending deletes first, because the server would reject them after the logout. */
async function logout(): Promise<void> {
  await finishPendingDeletes();
  await session.logout();
}

import { useSignals } from "@preact/signals-react/runtime";
import MenuIcon from "lucide-react/icons/menu";
import MessageCircle from "lucide-react/icons/message-circle";
import Moon from "lucide-react/icons/moon";
import RefreshCw from "lucide-react/icons/refresh-cw";
import Search from "lucide-react/icons/search";
import Sun from "lucide-react/icons/sun";
import Volume2 from "lucide-react/icons/volume-2";
import VolumeX from "lucide-react/icons/volume-x";
import { memo, useEffect, useState } from "react";
import { Button } from "react-aria-components/Button";
import { Link } from "react-aria-components/Link";
import { navigate } from "wouter/use-browser-location";
import { phoneDrawer } from "#web/app/drawer/drawer-model.ts";
import { shell } from "#web/app/locales/index.ts";
import { NoticeBell } from "#web/app/notices/notice-bell.tsx";
import { ringOnce } from "#web/app/notices/notices.ts";
import { openPalette } from "#web/app/shell/overlays.ts";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { common } from "#web/i18n/locales/index.ts";
import { useText } from "#web/i18n/use-text.ts";
import { chatTexts } from "#web/inbox/chats/locales/index.ts";
import { FormattedText } from "#web/inbox/messages/text/formatted-text.tsx";
import { formatPureDate } from "#web/lib/format/dates.ts";
import { brand } from "#web/lib/page/brand.ts";
import { playNotification, setVolume, VOLUME_STEP, volume } from "#web/lib/page/sound.ts";
import { theme, toggleTheme } from "#web/lib/page/theme.ts";
import { session } from "#web/lib/session/session.ts";
import { AnnouncementBell } from "#web/provider/announcements/announcement-bell.tsx";
import { IconButton } from "#web/ui/button/icon-button.tsx";
import { Logo } from "#web/ui/display/logo.tsx";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { lazy } from "#web/ui/state/lazy.tsx";
import { ProfileMenu } from "./profile-menu.tsx";
import "./top-bar.css";

const ChatBell = lazy(
  async () => {
    const [part] = await Promise.all([import("#web/inbox/chats/chat-bell.tsx"), preloadTexts(chatTexts)]);
    return part.ChatBell;
  },
  () => <ChatLink />,
  { isExtra: true },
);
/** Delay before the unread chats are loaded, ms: the page loads first. */
const CHATS_AFTER_MS = 3_000;

function Chats() {
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), CHATS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isTime ? <ChatBell ring={ringOnce} /> : <ChatLink />;
}

/** Placeholder of the chat button until its code is loaded: a link to the chats. */
function ChatLink() {
  const t = useText(shell);
  return (
    <IconButton label={t("drawer.chats")} onPress={() => navigate("/chats")}>
      <MessageCircle />
    </IconButton>
  );
}

/** The bar above every page. On phones, rarely used items are in the profile menu. */
export const TopBar = memo(function TopBar({ isNarrow }: { readonly isNarrow: boolean }) {
  useSignals();
  const t = useText(shell);
  const words = useText(common);
  const isDark = theme.value === "dark";
  return (
    <header className="top-bar">
      {isNarrow ? (
        <IconButton
          label={t("drawer.open")}
          onPress={() => {
            phoneDrawer.value = true;
          }}
        >
          <MenuIcon />
        </IconButton>
      ) : null}
      <Link href="/tickets" className="top-bar-brand" aria-label={brand.value.name}>
        <Logo />
        <span className="ellipsis">{brand.value.name}</span>
      </Link>
      {isNarrow ? null : <Greeting />}
      <div className="top-bar-space" />
      {isNarrow ? null : <FindBox />}
      <VolumeControl />
      {isNarrow ? null : (
        <IconButton label={t(isDark ? "top.toLight" : "top.toDark")} onPress={toggleTheme}>
          {isDark ? <Sun /> : <Moon />}
        </IconButton>
      )}
      {isNarrow ? null : (
        <IconButton label={words("action.refresh")} onPress={() => globalThis.location.reload()}>
          <RefreshCw />
        </IconButton>
      )}
      <AnnouncementBell label={t("drawer.announcements")} Text={FormattedText} />
      {session.hasPlan("useInternalChat") ? <Chats /> : null}
      <NoticeBell />
      <ProfileMenu isNarrow={isNarrow} />
    </header>
  );
});

const KEYS = /Mac|iPhone|iPad/.test(globalThis.navigator?.userAgent ?? "") ? "⌘ K" : "Ctrl K";

/** A button that looks like a search field and opens the palette. */
function FindBox() {
  const t = useText(shell);
  return (
    <Button
      className="find-box"
      aria-label={`${t("top.find")} ${KEYS}`}
      aria-keyshortcuts="Control+K"
      onPress={openPalette}
    >
      <Search aria-hidden="true" />
      <span className="ellipsis">{t("top.find")}</span>
      <kbd>{KEYS}</kbd>
    </Button>
  );
}

/** Names of user and company; for admins also the due date (docs/rules/screens.md#frame). */
function Greeting() {
  useSignals();
  const t = useText(shell);
  const user = session.user.value;
  if (!user) return null;
  return (
    <p className="greeting">
      {t("top.hello")} <b>{user.name}</b> · {user.company.name}
      <ActiveUntil before=" · " />
    </p>
  );
}

/** 'Ativo até {date}' for admins, with a link to the subscription. On phones it is in the profile menu. */
export function ActiveUntil({ before = "" }: { readonly before?: string }) {
  useSignals();
  const t = useText(shell);
  const dueDate = session.user.value?.company.dueDate;
  if (!dueDate || !session.can("drawer-admin-items:view")) return null;
  return (
    <>
      {before}
      <Link href="/subscription" className="greeting-link">
        {t("top.activeUntil", { date: formatPureDate(dueDate) })}
      </Link>
    </>
  );
}

/** Button with a slider for the volume. */
function VolumeControl() {
  useSignals();
  const t = useText(shell);
  return (
    <Popover
      label={t("top.volume")}
      trigger={
        <IconButton label={t("top.volume")}>{volume.value > 0 ? <Volume2 /> : <VolumeX />}</IconButton>
      }
    >
      <VolumeSlider />
    </Popover>
  );
}

/** 0 to 1 in steps of 0.1; after a change the sound is played at the new volume. */
function VolumeSlider() {
  useSignals();
  const t = useText(shell);
  const percent = `${Math.round(volume.value * 100)}%`;
  return (
    <div className="volume">
      {volume.value > 0 ? <Volume2 aria-hidden="true" /> : <VolumeX aria-hidden="true" />}
      <input
        type="range"
        min={0}
        max={1}
        step={VOLUME_STEP}
        value={volume.value}
        aria-label={t("top.volumeOf")}
        aria-valuetext={volume.value > 0 ? percent : t("top.mute")}
        onChange={(event) => setVolume(event.target.valueAsNumber)}
        onPointerUp={() => void playNotification()}
        onKeyUp={() => void playNotification()}
      />
      <output>{percent}</output>
    </div>
  );
}

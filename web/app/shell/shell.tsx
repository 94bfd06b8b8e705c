import { useSignalEffect } from "@preact/signals-react";
import { useSignals } from "@preact/signals-react/runtime";
import { type ReactNode, useEffect } from "react";
import { useLocation } from "wouter";
import { navigate } from "wouter/use-browser-location";
import { usersTexts } from "#web/accounts/users/locales/index.ts";
import { Drawer } from "#web/app/drawer/drawer.tsx";
import { phoneDrawer, useMenuOpen } from "#web/app/drawer/drawer-model.ts";
import { visibleSections } from "#web/app/drawer/pages.ts";
import { shell, shell as texts } from "#web/app/locales/index.ts";
import { heldCompanies } from "#web/app/restore-banner/held-companies.ts";
import { ConnectionLost } from "#web/app/top-bar/connection-lost.tsx";
import { OutdatedPage } from "#web/app/top-bar/outdated-page.tsx";
import { TopBar } from "#web/app/top-bar/top-bar.tsx";
import { preloadTexts } from "#web/i18n/dictionary.ts";
import { useText } from "#web/i18n/use-text.ts";
import { reminding } from "#web/inbox/tickets/actions/reminder.tsx";
import { commandMode, isCommandMissed } from "#web/lib/keyboard/command-mode.ts";
import { type Hotkey, listenHotkeys } from "#web/lib/keyboard/hotkeys.ts";
import { useHotkeys } from "#web/lib/keyboard/use-hotkeys.ts";
import { useNarrow } from "#web/lib/page/use-narrow.ts";
import { session } from "#web/lib/session/session.ts";
import { pwaTexts } from "#web/pwa/locales/index.ts";
import { ErrorBoundary } from "#web/ui/state/error-boundary.tsx";
import { lazy, lazyLayer } from "#web/ui/state/lazy.tsx";
import { classNames } from "#web/ui/styles/class-names.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { closeOverlay, openPalette, openShortcutSheet, overlay } from "./overlays.ts";
import { startShell } from "./start-shell.ts";
import "./shell.css";

const Palette = lazyLayer(async () => (await import("#web/app/palette/palette.tsx")).loadPalette());
const SupportBanner = lazy(async () => (await import("./support-banner.tsx")).SupportBanner, undefined, {
  isExtra: true,
});
const RestoreBanner = lazy(
  async () => (await import("#web/app/restore-banner/restore-banner.tsx")).loadRestoreBanner(),
  undefined,
  { isExtra: true },
);
const CommandStrip = lazy(async () => (await import("./command-strip.tsx")).CommandStrip);
const ShortcutSheet = lazyLayer(async () => (await import("./shortcut-sheet.tsx")).ShortcutSheet);
const OwnProfile = lazyLayer(async () => {
  const [part] = await Promise.all([import("#web/accounts/users/own-profile.tsx"), preloadTexts(usersTexts)]);
  return part.OwnProfile;
});
const PushDialog = lazyLayer(async () => {
  const [part] = await Promise.all([import("#web/pwa/push-dialog.tsx"), preloadTexts(pwaTexts)]);
  return part.PushDialog;
});
const DraftsDialog = lazyLayer(async () =>
  (await import("#web/inbox/tickets/dialogs/drafts-dialog.tsx")).loadDraftsDialog(),
);
const StarsDialog = lazyLayer(async () =>
  (await import("#web/inbox/tickets/dialogs/stars-dialog.tsx")).loadStarsDialog(),
);
const RemindersDialog = lazyLayer(async () =>
  (await import("#web/inbox/tickets/reminders/reminders-dialog.tsx")).loadRemindersDialog(),
);
const OwnPause = lazyLayer(async () =>
  (await import("#web/accounts/work-times/pause-dialog.tsx")).loadOwnPause(),
);
const OwnTimes = lazyLayer(async () =>
  (await import("#web/accounts/work-times/work-days.tsx")).loadOwnTimes(),
);
const PhoneDrawer = lazyLayer(async () => (await import("#web/app/drawer/phone-drawer.tsx")).PhoneDrawer);

/** Frame of a page: top bar, drawer and overlays. */
export function Shell({ children }: { readonly children: ReactNode }) {
  useSignals();
  const t = useText(texts);
  const isNarrow = useNarrow();
  const [location] = useLocation();
  const user = session.user.value;
  const isMenuOpen = useMenuOpen(location);
  useEffect(startShell, []);
  useEffect(() => listenHotkeys(), []);
  useSignalEffect(() => {
    if (!isCommandMissed.value) return;
    isCommandMissed.value = false;
    toast.info(t("keys.missed"));
  });
  useShellHotkeys();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the page closes the drawer that covers it
  useEffect(() => {
    phoneDrawer.value = false;
  }, [location]);
  return (
    <div className={classNames("shell", !isNarrow && isMenuOpen && "shell-wide-drawer")}>
      <a className="shell-skip" href="#main">
        {t("drawer.skip")}
      </a>
      <div className="shell-banners">
        {user?.supportUntil ? <SupportBanner /> : null}
        {user?.company.heldSince || heldCompanies() > 0 ? <RestoreBanner /> : null}
        <ConnectionLost />
        <OutdatedPage />
      </div>
      <ErrorBoundary part="top-bar" resetKey={location}>
        <TopBar isNarrow={isNarrow} />
      </ErrorBoundary>
      <ErrorBoundary part="drawer" resetKey={location}>
        {isNarrow ? null : <Drawer isOpen={isMenuOpen} />}
      </ErrorBoundary>
      <main id="main" className="shell-main" tabIndex={-1}>
        {children}
      </main>
      {isNarrow && phoneDrawer.value ? <PhoneDrawer /> : null}
      {commandMode.value ? <CommandStrip /> : null}
      <ErrorBoundary part="palette" resetKey={overlay.value} raw="">
        {overlay.value === "palette" ? <Palette /> : null}
      </ErrorBoundary>
      {overlay.value === "keys" ? <ShortcutSheet /> : null}
      {overlay.value === "push" ? <PushDialog onClose={closeOverlay} /> : null}
      {overlay.value === "drafts" ? <DraftsDialog onClose={closeOverlay} /> : null}
      {reminding.value ? <RemindersDialog asked={reminding.value} /> : null}
      {overlay.value === "stars" ? <StarsDialog onClose={closeOverlay} /> : null}
      {overlay.value === "pause" ? <OwnPause onClose={closeOverlay} /> : null}
      {overlay.value === "times" ? <OwnTimes onClose={closeOverlay} /> : null}
      {overlay.value === "profile" ? <OwnProfile onClose={closeOverlay} /> : null}
    </div>
  );
}

/** Shortcuts of every page: the palette, the sheet, and `g` with a letter. */
function useShellHotkeys(): void {
  useSignals();
  const t = useText(shell);
  const pages: Hotkey[] = visibleSections()
    .flatMap((section) => section.pages)
    .map(({ letter, path, label }) => ({
      keys: `g ${letter}`,
      acts: "free",
      describe: () => t("keys.go", { page: t(label) }),
      run: () => navigate(path),
    }));
  useHotkeys({
    id: "shell",
    title: () => t("keys.general"),
    keys: [
      { keys: "mod+k", acts: "chord", describe: () => t("keys.palette"), run: openPalette },
      { keys: "?", acts: "free", describe: () => t("keys.sheet"), run: openShortcutSheet },
      ...pages,
    ],
    // The text above the sheet names Ctrl+/ and F2.
    documented: [
      { keys: "F2", describe: () => t("keys.command") },
      { keys: "mod+Enter", describe: () => t("keys.submit") },
    ],
  });
}

import { watchConnections } from "#web/app/notices/connection-alert.ts";
import { notices, startAdminNotices } from "#web/app/notices/notices.ts";
import { startPersonalNotices } from "#web/app/notices/personal.ts";
import { tellTransfers } from "#web/app/notices/transfer-notice.ts";
import { watchHeldCompanies } from "#web/app/restore-banner/held-companies.ts";
import { watchPageAge } from "#web/app/top-bar/page-age.ts";
import { showUnreadCount } from "#web/lib/page/notifications.ts";
import { preferences } from "#web/lib/session/preferences.ts";
import { followNetwork } from "#web/lib/socket/socket-instance.ts";
import { tellLastStep } from "#web/operations/first-steps/farewell.ts";
import { startAnnouncements } from "#web/provider/announcements/announcement-bell.tsx";
import { preloadOverlays } from "#web/ui/overlay/preload-overlays.ts";

/** Delay before the service worker is registered, ms: the page loads first. */
const WORKER_AFTER_MS = 3_000;

/** Registers the service worker, which opens the page without a network. The page works without it. */
function startWorkerLater(): () => void {
  const timer = setTimeout(() => {
    import("#web/pwa/start-worker.ts").then(({ startWorker }) => startWorker()).catch(() => undefined);
  }, WORKER_AFTER_MS);
  return () => clearTimeout(timer);
}

/** Starts everything that runs while a user is signed in. Returns a function that stops it. */
export function startShell(): () => void {
  const stops = [
    followNetwork(),
    showUnreadCount(),
    notices.start(),
    startAdminNotices(),
    startPersonalNotices(),
    preferences.start(),
    startAnnouncements(),
    tellTransfers(),
    watchConnections(),
    watchHeldCompanies(),
    tellLastStep(),
    preloadOverlays(),
    watchPageAge(),
    startWorkerLater(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

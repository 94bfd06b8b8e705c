import { watchConnections } from "#web/app/notices/connection-alert.ts";
import { notices, startAdminNotices } from "#web/app/notices/notices.ts";
import { tellTransfers } from "#web/app/notices/transfer-notice.ts";
import { showUnreadCount } from "#web/lib/page/notifications.ts";
import { followNetwork } from "#web/lib/socket/socket-instance.ts";
import { tellLastStep } from "#web/operations/first-steps/farewell.ts";
import { startAnnouncements } from "#web/provider/announcements/announcement-bell.tsx";
import { preloadOverlays } from "#web/ui/overlay/preload-overlays.ts";

/** The page comes first: the worker of the app is registered after this time, ms. */
const WORKER_AFTER_MS = 3_000;

/** Makes the page open without a network from now on; nothing of it is needed to use the page. */
function startWorkerLater(): () => void {
  const timer = setTimeout(() => {
    import("#web/pwa/start-worker.ts").then(({ startWorker }) => startWorker()).catch(() => undefined);
  }, WORKER_AFTER_MS);
  return () => clearTimeout(timer);
}

/** What runs while somebody is signed in. Answers how to stop it all. */
export function startShell(): () => void {
  const stops = [
    followNetwork(),
    showUnreadCount(),
    notices.start(),
    startAdminNotices(),
    startAnnouncements(),
    tellTransfers(),
    watchConnections(),
    tellLastStep(),
    preloadOverlays(),
    startWorkerLater(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

import { startAnnouncements } from "#web/announcements/announcement-bell.tsx";
import { followNetwork } from "#web/lib/live.ts";
import { showUnreadCount } from "#web/lib/notifications.ts";
import { preloadOverlays } from "#web/ui/preload-overlays.ts";
import { watchConnections } from "./connection-alert.ts";
import { notices, startAdminNotices } from "./notices.ts";
import { tellTransfers } from "./transfer-notice.ts";

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
    preloadOverlays(),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

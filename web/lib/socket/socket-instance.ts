import { api } from "#web/lib/api/api.ts";
import { setServerAway } from "#web/lib/page/server-away.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { LiveSocket } from "./socket.ts";

/** The socket of the page; the session starts and stops it. */
export const socket = new LiveSocket({
  open: () => new WebSocket(`${location.origin.replace(/^http/, "ws")}/socket`),
  token: () => storage.get("token"),
  refresh: () => api.refresh(),
});
socket.state.subscribe((state) => setServerAway(state === "offline"));

/**
 * Disconnects on `offline`; reconnects at once on `online` and when the page becomes visible. Returns a function that
 * stops it.
 */
export function followNetwork(): () => void {
  const reconnect = () => {
    if (document.visibilityState === "visible") socket.reconnectNow();
  };
  const onVisibility = () => {
    socket.setVisible(document.visibilityState === "visible");
    reconnect();
  };
  const onOffline = () => socket.connectionLost();
  globalThis.addEventListener("offline", onOffline);
  globalThis.addEventListener("online", reconnect);
  document.addEventListener("visibilitychange", onVisibility);
  onVisibility();
  return () => {
    globalThis.removeEventListener("offline", onOffline);
    globalThis.removeEventListener("online", reconnect);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}

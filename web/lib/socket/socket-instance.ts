import { api } from "#web/lib/api/api.ts";
import { storage } from "#web/lib/storage/storage.ts";
import { LiveSocket } from "./socket.ts";

/** The page's own socket; the session starts and stops it. */
export const socket = new LiveSocket({
  open: () => new WebSocket(`${location.origin.replace(/^http/, "ws")}/socket`),
  token: () => storage.get("token"),
  refresh: () => api.refresh(),
});

/** Goes with the network, comes back at once when it does, or when somebody looks at the page. */
export function followNetwork(): () => void {
  const hurry = () => {
    if (document.visibilityState === "visible") socket.hurry();
  };
  const look = () => {
    socket.seen(document.visibilityState === "visible");
    hurry();
  };
  const lose = () => socket.lost();
  globalThis.addEventListener("offline", lose);
  globalThis.addEventListener("online", hurry);
  document.addEventListener("visibilitychange", look);
  look();
  return () => {
    globalThis.removeEventListener("offline", lose);
    globalThis.removeEventListener("online", hurry);
    document.removeEventListener("visibilitychange", look);
  };
}

import type { PushPayload } from "#inbox/push/contract.ts";
import { build } from "./build.ts";
import { createOffline, isAppPage } from "./offline.ts";
import { openPath, type PushNotification, serialQueue, showPush } from "./push.ts";
import type { WorkerScope } from "./scope.ts";
import { storeShare } from "./share.ts";

const scope = globalThis as unknown as WorkerScope;
const offline = createOffline(build, { caches, fetch: (request, init) => fetch(request, init) });

scope.addEventListener("install", (event) => event.waitUntil(offline.install()));
scope.addEventListener("activate", (event) => event.waitUntil(offline.activate()));
scope.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== scope.location.origin) return;
  if (request.method === "POST" && pathname === "/share")
    event.respondWith(storeShare(request, caches, Date.now()));
  if (request.method !== "GET") return;
  if (request.mode === "navigate") {
    if (isAppPage(pathname)) event.respondWith(offline.page(request, (work) => event.waitUntil(work)));
  } else if (pathname.startsWith("/assets/")) event.respondWith(offline.asset(request));
});
scope.addEventListener("message", ({ data, ports }) => {
  if (data === "entry") ports[0]?.postMessage(build.entry);
  if (data === "take-over") void scope.skipWaiting();
});
const enqueue = serialQueue();
scope.addEventListener("push", (event) => {
  const payload = event.data?.json() as PushPayload | undefined;
  if (!payload) return;
  const show = ({ title, options }: PushNotification) => scope.registration.showNotification(title, options);
  // Not every system has app badges.
  const badge = async (unread: number) => {
    await scope.navigator.setAppBadge?.(unread).catch(() => undefined);
  };
  event.waitUntil(enqueue(() => showPush(payload, scope.clients, show, badge)));
});
scope.addEventListener("notificationclick", (event) => {
  const { path } = (event.notification.data ?? {}) as { path?: unknown };
  event.notification.close();
  event.waitUntil(openPath(typeof path === "string" ? path : "/tickets", scope.clients));
});

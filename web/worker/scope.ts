/** The members of the service worker API that the worker uses; the DOM types of the page lack them. */
export interface WorkerEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
export interface FetchingEvent extends WorkerEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
export interface PushedEvent extends WorkerEvent {
  readonly data: { json(): unknown } | null;
}
export interface NoticeEvent extends WorkerEvent {
  readonly notification: Notification;
}
export interface WorkerMessageEvent extends WorkerEvent {
  readonly data: unknown;
  readonly ports: readonly MessagePort[];
}

/** A window of the app. */
export interface WorkerClient {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  focus(): Promise<WorkerClient>;
  postMessage(message: unknown): void;
}
export interface WorkerClients {
  matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly WorkerClient[]>;
  openWindow(url: string): Promise<WorkerClient | null>;
}

interface Events {
  install: WorkerEvent;
  activate: WorkerEvent;
  fetch: FetchingEvent;
  push: PushedEvent;
  notificationclick: NoticeEvent;
  message: WorkerMessageEvent;
}

export interface WorkerScope {
  readonly clients: WorkerClients;
  readonly registration: {
    showNotification(title: string, options: NotificationOptions & { renotify?: boolean }): Promise<void>;
  };
  readonly navigator: { setAppBadge?(count: number): Promise<void> };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
}

import { expect, test } from "bun:test";
import { notificationOf, openPath, serialQueue, showPush } from "./push.ts";
import type { WorkerClient, WorkerClients } from "./scope.ts";

const message = {
  kind: "message",
  language: "en",
  ticketId: 5,
  uuid: "u-5",
  name: "Maria",
  text: null,
} as const;

function page(path: string, visibilityState: DocumentVisibilityState = "visible") {
  const received: unknown[] = [];
  const client: WorkerClient = {
    url: `https://balcao.test${path}`,
    visibilityState,
    focus: async () => client,
    postMessage: (data) => void received.push(data),
  };
  return { client, received };
}
function clients(...pages: WorkerClient[]) {
  const opened: string[] = [];
  const list: WorkerClients = {
    matchAll: async () => pages,
    openWindow: async (url) => {
      opened.push(url);
      return null;
    },
  };
  return { list, opened };
}

const noop = async () => undefined;

test("a notification shows its text without WhatsApp formatting, and an empty text as 'New message'", () => {
  expect(notificationOf({ ...message, text: "*Oi*, tudo _bem_?" }).options.body).toBe("Oi, tudo bem?");
  expect(notificationOf({ ...message, text: "" }).options.body).toBe("New message");
});

test("the notification of a message without preview shows the name only", () => {
  expect(notificationOf(message)).toMatchObject({
    title: "Maria",
    options: { body: "New message", tag: "ticket-5" },
  });
  expect(notificationOf({ ...message, text: "Oi" }).options.body).toBe("Oi");
});

test("a notification has the icon of the brand, or else that of the product", () => {
  const brand = { name: "Padaria Atende", icon: "/brand/7/app-a.png" };
  expect(notificationOf({ ...message, brand }).options.icon).toBe("/brand/7/app-a.png");
  expect(notificationOf({ ...message, brand: { name: "", icon: null } }).options.icon).toBe("/icon-192.png");
  expect(notificationOf(message).options.icon).toBe("/icon-192.png");
  expect(notificationOf({ kind: "test", language: "pt", brand }).title).toBe("Padaria Atende");
  expect(notificationOf({ kind: "test", language: "pt" }).title).toBe("Balcão");
});

test.each([
  ["/tickets/u-5", "visible", 0],
  ["/tickets/u-5", "hidden", 1],
  ["/contacts", "visible", 1],
] as const)("with %s %s, the number of notifications is %p", async (path, state, count) => {
  const shown: unknown[] = [];
  await showPush(message, clients(page(path, state).client).list, async (one) => void shown.push(one), noop);
  expect(shown).toHaveLength(count);
});

test("notifications are shown in the order of their arrival, even after one of them failed", async () => {
  const shown: string[] = [];
  const older = Promise.withResolvers<void>();
  const enqueue = serialQueue();
  const push = (name: string, until: Promise<void>) =>
    enqueue(() =>
      showPush({ ...message, name }, clients().list, () => until.then(() => void shown.push(name)), noop),
    );
  const first = push("Maria", older.promise);
  const second = push("Maria Clara", Promise.resolve());
  await Bun.sleep(0);
  older.resolve();
  await Promise.all([first, second]);
  const failed = push("Joana", Promise.reject(new Error("no room")));
  await push("Joana Reis", Promise.resolve());
  expect(await failed.catch(({ message }) => message)).toBe("no room");
  expect(shown).toEqual(["Maria", "Maria Clara", "Joana Reis"]);
});

test("the app badge shows the number of unread tickets while no page is open", async () => {
  const badges: number[] = [];
  const badge = async (unread: number) => void badges.push(unread);
  await showPush({ ...message, unread: 3 }, clients().list, noop, badge);
  await showPush({ ...message, unread: 4 }, clients(page("/contacts", "hidden").client).list, noop, badge);
  await showPush(message, clients().list, noop, badge);
  expect(badges).toEqual([3]);
});

test("a test notification is reported to the open pages", async () => {
  const { client, received } = page("/tickets");
  await showPush({ kind: "test", language: "pt" }, clients(client).list, noop, noop);
  expect(received).toEqual([{ type: "push-test" }]);
});

test("a click on a notification opens the ticket in an open page, or else in a new one", async () => {
  const { client, received } = page("/contacts");
  await openPath("/tickets/u-5", clients(client).list);
  expect(received).toEqual([{ type: "open", path: "/tickets/u-5" }]);
  const none = clients();
  await openPath("/tickets/u-5", none.list);
  expect(none.opened).toEqual(["/tickets/u-5"]);
});

test("a personal notification shows what happened and opens its ticket, or the list without one", () => {
  const personal = { kind: "personal", language: "en", notificationId: 3, name: "Maria", by: "Ana" } as const;
  expect(notificationOf({ ...personal, about: "mention", uuid: "u-5" })).toMatchObject({
    title: "Maria",
    options: { body: "Ana mentioned you in a note", tag: "notification-3", data: { path: "/tickets/u-5" } },
  });
  expect(notificationOf({ ...personal, about: "bulk_done", uuid: null, name: "", by: "" })).toMatchObject({
    title: "Balcão",
    options: { body: "The bulk action has finished", data: { path: "/tickets" } },
  });
});

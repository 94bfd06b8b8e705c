import { expect, test } from "bun:test";
import { inTurn, openPath, shownOf, showPush } from "./push.ts";
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
  const told: unknown[] = [];
  const client: WorkerClient = {
    url: `https://balcao.test${path}`,
    visibilityState,
    focus: async () => client,
    postMessage: (words) => void told.push(words),
  };
  return { client, told };
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

const nothing = async () => undefined;

test("words are shown without the marks of WhatsApp; none left means a new message", () => {
  expect(shownOf({ ...message, text: "*Oi*, tudo _bem_?" }).options.body).toBe("Oi, tudo bem?");
  expect(shownOf({ ...message, text: "" }).options.body).toBe("New message");
});

test("a message shows the name alone, unless the words came along", () => {
  expect(shownOf(message)).toMatchObject({
    title: "Maria",
    options: { body: "New message", tag: "ticket-5" },
  });
  expect(shownOf({ ...message, text: "Oi" }).options.body).toBe("Oi");
});

test("it is shown under the sign of the company, else of the provider, else of the product", () => {
  const brand = { name: "Padaria Atende", icon: "/brand/7/app-a.png" };
  expect(shownOf({ ...message, brand }).options.icon).toBe("/brand/7/app-a.png");
  expect(shownOf({ ...message, brand: { name: "", icon: null } }).options.icon).toBe("/icon-192.png");
  expect(shownOf(message).options.icon).toBe("/icon-192.png");
  expect(shownOf({ kind: "test", language: "pt", brand }).title).toBe("Padaria Atende");
  expect(shownOf({ kind: "test", language: "pt" }).title).toBe("Balcão");
});

test.each([
  ["/tickets/u-5", "visible", 0],
  ["/tickets/u-5", "hidden", 1],
  ["/contacts", "visible", 1],
] as const)("with %s %s, %p notifications are shown", async (path, state, count) => {
  const shown: unknown[] = [];
  await showPush(
    message,
    clients(page(path, state).client).list,
    async (one) => void shown.push(one),
    nothing,
  );
  expect(shown).toHaveLength(count);
});

test("of two pushes the newer is shown last, however long the older takes, or if it cannot be shown", async () => {
  const shown: string[] = [];
  const older = Promise.withResolvers<void>();
  const pushed = inTurn();
  const push = (name: string, until: Promise<void>) =>
    pushed(() =>
      showPush({ ...message, name }, clients().list, () => until.then(() => void shown.push(name)), nothing),
    );
  const first = push("Maria", older.promise);
  const second = push("Maria Clara", Promise.resolve());
  await Bun.sleep(0);
  older.resolve();
  await Promise.all([first, second]);
  const refused = push("Joana", Promise.reject(new Error("no room")));
  await push("Joana Reis", Promise.resolve());
  expect(await refused.catch(({ message }) => message)).toBe("no room");
  expect(shown).toEqual(["Maria", "Maria Clara", "Joana Reis"]);
});

test("with no page open the app itself carries the number of unread tickets", async () => {
  const signs: number[] = [];
  const badge = async (unread: number) => void signs.push(unread);
  await showPush({ ...message, unread: 3 }, clients().list, nothing, badge);
  await showPush({ ...message, unread: 4 }, clients(page("/contacts", "hidden").client).list, nothing, badge);
  await showPush(message, clients().list, nothing, badge);
  expect(signs).toEqual([3]);
});

test("a test is told to the pages that wait for it", async () => {
  const { client, told } = page("/tickets");
  await showPush({ kind: "test", language: "pt" }, clients(client).list, nothing, nothing);
  expect(told).toEqual([{ type: "push-test" }]);
});

test("a press opens the ticket in the page that is open, else in a new one", async () => {
  const { client, told } = page("/contacts");
  await openPath("/tickets/u-5", clients(client).list);
  expect(told).toEqual([{ type: "open", path: "/tickets/u-5" }]);
  const none = clients();
  await openPath("/tickets/u-5", none.list);
  expect(none.opened).toEqual(["/tickets/u-5"]);
});

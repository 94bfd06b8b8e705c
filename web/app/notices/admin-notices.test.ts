import { expect, test } from "bun:test";
import { fakeSocket } from "#web/lib/testing/test-fakes.ts";
import { AdminNotices } from "./admin-notices.ts";

function open() {
  const line = fakeSocket();
  const notices = new AdminNotices();
  const told: string[] = [];
  const stop = notices.start(line.socket, ({ code, name }) => told.push(`${code} ${name}`));
  line.socket.start();
  line.line().ready();
  const say = (code: string, details = {}) => line.emit("notice", { action: "create", code, details });
  return { notices, told, stop, say };
}

test("a notice of a disconnected number names it and links to the connections", () => {
  const { notices, told, say } = open();
  say("connection_logged_out", { whatsappId: 3, name: "Loja Norte" });
  expect(told).toEqual(["connection_logged_out Loja Norte"]);
  expect(notices.list.value[0]).toMatchObject({ path: "/connections" });
});

test("a notice of a waiting ticket links to the pending list; an unknown code has a general text", () => {
  const { notices, say } = open();
  say("ticket_orphan", { ticketId: 9 });
  say("something_new");
  expect(notices.list.value.map(({ code, path }) => [code, path])).toEqual([
    ["other", "/connections"],
    ["ticket_orphan", "/tickets?view=waiting"],
  ]);
});

test("what happened to an attendant's own ticket is not a notice to admins", () => {
  const { notices, say } = open();
  say("ticket_transferred", { ticketId: 9 });
  expect(notices.list.value).toEqual([]);
});

test("seen notices are removed from the bell, at most twenty are kept, and logout removes all", () => {
  const { notices, say, stop } = open();
  for (let count = 0; count < 25; count += 1) say("inbound_failed");
  expect(notices.list.value).toHaveLength(20);
  notices.dismiss(notices.list.value[0]?.id ?? 0);
  expect(notices.list.value).toHaveLength(19);
  stop();
  expect(notices.list.value).toEqual([]);
});

test("a notice of a finished import links to its report", () => {
  const { notices, say } = open();
  say("contact_import_done", { importId: 7, name: "clientes.xlsx" });
  expect(notices.list.value[0]).toMatchObject({
    code: "contact_import_done",
    name: "clientes.xlsx",
    path: "/contacts?import=7",
  });
});

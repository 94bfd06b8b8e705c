import { afterEach, beforeEach, expect, test } from "bun:test";
import { maria, type Scene, scene, wrote } from "#inbox/messages/testing.ts";
import { run } from "#platform/db/database.ts";
import { fillBeforeSearch, fillIndex } from "#platform/db/late-index.ts";
import { searchMessages } from "./search.ts";

let s: Scene;
beforeEach(() => {
  s = scene();
});
afterEach(() => s.close());

const indexed = () => s.row<{ n: number }>("SELECT count(*) AS n FROM message_search_docsize")?.n;
const found = (text: string) => searchMessages(s.admin, text, undefined).hits.length;
const say = (...texts: string[]) => s.receive(...texts.map((text) => wrote(maria, text, s.clock.now())));
const turns = async () => {
  for (let n = 0; n < 3; n += 1) await new Promise((resolve) => setImmediate(resolve));
};
/** Throws when the index and the texts of the table differ. */
const check = (index: "message" | "contact") => {
  fillIndex(s.tenant.db, index);
  run(s.tenant.db, `INSERT INTO ${index}_search (${index}_search, rank) VALUES ('integrity-check', 1)`);
};

test("a search finds a message that is not indexed yet because its batch is not full", () => {
  say("Quero um orçamento");
  expect(indexed()).toBe(0);
  expect(found("orçamento")).toBe(1);
  expect(indexed()).toBe(1);
});

test("a full batch of messages is indexed without waiting for a search", async () => {
  say(...Array.from({ length: 100 }, (_, n) => `mensagem ${n}`));
  await turns();
  expect(indexed()).toBe(100);
  say("mais uma");
  await turns();
  expect(indexed()).toBe(100);
});

test("the index has no outdated words of messages that were edited or deleted before or after they were indexed", () => {
  say("primeira", "segunda", "terceira", "quarta");
  run(s.tenant.db, "UPDATE message SET body = 'corrigida' WHERE body = 'primeira'");
  run(s.tenant.db, "DELETE FROM message WHERE body = 'segunda'");
  check("message");
  run(s.tenant.db, "UPDATE message SET body = 'emendada' WHERE body = 'terceira'");
  run(s.tenant.db, "DELETE FROM message WHERE body = 'quarta'");
  check("message");
  expect(["primeira", "segunda", "terceira", "quarta"].map(found)).toEqual([0, 0, 0, 0]);
  expect(["corrigida", "emendada"].map(found)).toEqual([1, 1]);
});

test("a contact that is renamed, deleted and restored under its old id stays indexed once", () => {
  say("Oi");
  run(s.tenant.db, "UPDATE contact SET name = 'Nova Maria'");
  check("contact");
  const insert = `INSERT INTO contact (id, uuid, name, number, created_at, updated_at) VALUES (7, 'u7', 'Sete', '5511900000007', 1, 1)`;
  run(s.tenant.db, insert);
  run(s.tenant.db, "DELETE FROM contact WHERE id = 7");
  run(s.tenant.db, insert);
  check("contact");
  run(s.tenant.db, "DELETE FROM contact WHERE id = 7");
  run(s.tenant.db, insert);
  check("contact");
  const names = s.rows("SELECT rowid FROM contact_search WHERE contact_search MATCH 'Sete'");
  expect(names).toEqual([{ rowid: 7 }]);
});

test("a search answers from the indexed rows when the disk accepts no write", () => {
  say("antes");
  expect(found("antes")).toBe(1);
  say("depois");
  s.tenant.db.$client.pragma("query_only = 1");
  fillBeforeSearch(s.tenant.db, "message");
  expect(found("antes")).toBe(1);
  s.tenant.db.$client.pragma("query_only = 0");
  expect(found("depois")).toBe(1);
});

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { presentContact } from "#people/contacts/queries.ts";
import { contactById } from "#people/contacts/read.ts";
import { deleteContact } from "#people/contacts/removal/erase.ts";
import { type AddressBook, identityList, lid, openAddressBook, pn } from "#people/contacts/testing.ts";
import { run } from "#platform/db/database.ts";
import { mergeByHand } from "./merge.ts";
import { undoMerge } from "./undo-merge.ts";

const DAY = 24 * 60 * 60_000;
let book: AddressBook;
beforeEach(() => {
  book = openAddressBook();
});
afterEach(() => book.close());

const two = () => {
  const survivor = book.receiveFrom([lid("9001")]);
  const loser = book.receiveFrom([pn("5511987654321")], "Marina");
  return { survivor, loser };
};
const extra = (contactId: number, name: string, value: string) =>
  run(
    book.tenant.db,
    "INSERT INTO contact_extra (contact_id, name, value) VALUES (?, ?, ?)",
    contactId,
    name,
    value,
  );
const extrasOf = (contactId: number) =>
  presentContact(book.tenant, contactId).extraInfo.map(({ name, value }) => `${name}=${value}`);

describe("merging two contacts", () => {
  test("merging two contacts keeps the contact in the path and fills only its empty fields", async () => {
    const { survivor, loser } = two();
    run(book.tenant.db, "UPDATE contact SET email = 'own@example.com' WHERE id = ?", survivor.id);
    run(book.tenant.db, "UPDATE contact SET email = 'lost@example.com', blocked = 1 WHERE id = ?", loser.id);
    await mergeByHand(book.admin, survivor.id, loser.id);
    expect(contactById(book.tenant.db, survivor.id)).toMatchObject({
      name: "Marina",
      number: "5511987654321",
      email: "own@example.com",
      blocked: true,
    });
    expect(identityList(book.tenant, survivor.id)).toEqual(["lid 9001", "pn 5511987654321"]);
  });

  test("merging two contacts combines the extra information by name; the survivor's value wins", async () => {
    const { survivor, loser } = two();
    extra(survivor.id, "Cidade", "Santos");
    extra(loser.id, "cidade", "Campinas");
    extra(loser.id, "CPF", "123");
    await mergeByHand(book.admin, survivor.id, loser.id);
    expect(extrasOf(survivor.id)).toEqual(["Cidade=Santos", "CPF=123"]);
  });

  test("other work runs between merges that were requested at the same time", async () => {
    const survivor = book.receiveFrom([lid("9001")]);
    const losers = Array.from({ length: 5 }, (_, n) => book.receiveFrom([pn(`551198765432${n}`)]));
    const done: string[] = [];
    const merges = losers.map(({ id }) =>
      mergeByHand(book.admin, survivor.id, id).then(() => done.push("merge")),
    );
    setImmediate(() => done.push("other"));
    await Promise.all(merges);
    expect(done.indexOf("other")).toBe(1);
    expect(done).toHaveLength(6);
  });

  test("merging two contacts requires an admin and two different people", async () => {
    const { survivor, loser } = two();
    await expect(mergeByHand(book.user, survivor.id, loser.id)).rejects.toThrow("ERR_NO_PERMISSION");
    await expect(mergeByHand(book.admin, survivor.id, survivor.id)).rejects.toThrow("ERR_VALIDATION");
    await expect(mergeByHand(book.admin, survivor.id, 999)).rejects.toThrow("ERR_NO_CONTACT_FOUND");
    run(book.tenant.db, "UPDATE contact SET is_group = 1 WHERE id = ?", loser.id);
    await expect(mergeByHand(book.admin, survivor.id, loser.id)).rejects.toThrow("ERR_VALIDATION");
  });
});

describe("undoing a merge", () => {
  test("undoing a merge restores the contact under its old id, with its own data", async () => {
    const { survivor, loser } = two();
    extra(survivor.id, "Cidade", "Santos");
    extra(loser.id, "Cidade", "Campinas");
    extra(loser.id, "CPF", "123");
    const before = presentContact(book.tenant, loser.id);
    const mergeId = await mergeByHand(book.admin, survivor.id, loser.id);
    book.broadcastActions();
    await undoMerge(book.admin, mergeId);
    const { extraInfo, ...rest } = presentContact(book.tenant, loser.id);
    const { extraInfo: _gone, ...restBefore } = before;
    expect(rest).toEqual(restBefore);
    expect(extraInfo).toHaveLength(2);
    expect(extrasOf(survivor.id)).toEqual(["Cidade=Santos"]);
    expect(contactById(book.tenant.db, survivor.id)).toMatchObject({ name: "Contato 9001", number: null });
    expect(identityList(book.tenant, loser.id)).toEqual(["pn 5511987654321"]);
    expect(book.broadcastActions()).toEqual(["create", "update"]);
  });

  test("undoing a merge leaves values that were edited since with the survivor", async () => {
    const { survivor, loser } = two();
    const mergeId = await mergeByHand(book.admin, survivor.id, loser.id);
    run(
      book.tenant.db,
      "UPDATE contact SET name = 'Edited', name_source = 'manual' WHERE id = ?",
      survivor.id,
    );
    await undoMerge(book.admin, mergeId);
    expect(contactById(book.tenant.db, survivor.id)).toMatchObject({ name: "Edited", nameSource: "manual" });
  });

  test("undoing a merge succeeds after other contacts were created: the old id is never reused", async () => {
    const { survivor, loser } = two();
    const mergeId = await mergeByHand(book.admin, survivor.id, loser.id);
    expect(book.receiveFrom([lid("9002")]).id).not.toBe(loser.id);
    await undoMerge(book.admin, mergeId);
    expect(contactById(book.tenant.db, loser.id)?.name).toBe("Marina");
  });

  test("undoing a merge still works after its survivor was merged into a third contact", async () => {
    const { survivor, loser } = two();
    const mergeId = await mergeByHand(book.admin, survivor.id, loser.id);
    const third = book.receiveFrom([lid("9003")]);
    await mergeByHand(book.admin, third.id, survivor.id);
    await undoMerge(book.admin, mergeId);
    expect(identityList(book.tenant, loser.id)).toEqual(["pn 5511987654321"]);
    expect(identityList(book.tenant, third.id)).toEqual(["lid 9001", "lid 9003"]);
  });

  test("undoing two merges, in either order, never unblocks a contact that an admin had blocked itself", async () => {
    const { survivor, loser } = two();
    const third = book.receiveFrom([lid("9003")]);
    run(book.tenant.db, "UPDATE contact SET blocked = 1 WHERE id IN (?, ?)", loser.id, third.id);
    const first = await mergeByHand(book.admin, survivor.id, loser.id);
    const second = await mergeByHand(book.admin, third.id, survivor.id);
    await undoMerge(book.admin, first);
    expect(contactById(book.tenant.db, third.id)).toMatchObject({
      ...{ blocked: true, name: "Contato 9003", number: null },
    });
    await undoMerge(book.admin, second);
    expect(contactById(book.tenant.db, survivor.id)).toMatchObject({
      ...{ blocked: false, name: "Contato 9001", number: null },
    });
    expect([third, loser].map(({ id }) => contactById(book.tenant.db, id)?.blocked)).toEqual([true, true]);
    expect(contactById(book.tenant.db, loser.id)).toMatchObject({ name: "Marina" });
  });

  test("undoing a merge is possible once, within 30 days, by admins", async () => {
    const { survivor, loser } = two();
    const mergeId = await mergeByHand(book.admin, survivor.id, loser.id);
    await expect(undoMerge(book.user, mergeId)).rejects.toThrow("ERR_NO_PERMISSION");
    await expect(undoMerge(book.admin, 999)).rejects.toThrow("ERR_NOT_FOUND");
    await undoMerge(book.admin, mergeId);
    await expect(undoMerge(book.admin, mergeId)).rejects.toThrow("ERR_MERGE_ALREADY_UNDONE");
    const again = await mergeByHand(book.admin, survivor.id, loser.id);
    book.app.clock.advance(30 * DAY + 1);
    await expect(undoMerge(book.admin, again)).rejects.toThrow("ERR_MERGE_TOO_OLD");
  });
});

describe("deleting a contact", () => {
  test("deleting a contact leaves no data of the person in the database: not in old merges, number checks or the search", async () => {
    const survivor = book.receiveFrom([lid("9001")]);
    const loser = book.receiveFrom([pn("5511987654321")], "Quetzalina");
    await mergeByHand(book.admin, survivor.id, loser.id);
    await deleteContact(book.admin, survivor.id);
    book.tenant.db.$client.pragma("wal_checkpoint(TRUNCATE)");
    const file = readFileSync(join(book.tenant.directory, "company.sqlite")).toString("latin1").toLowerCase();
    for (const trace of ["quetzal", "987654321"]) expect(file).not.toContain(trace);
    expect(book.broadcasts.to(book.user, "contact").at(-1)).toEqual({
      action: "delete",
      contactId: survivor.id,
    });
  });

  test("deleting a contact is rejected for everyone but admins", async () => {
    const { survivor } = two();
    await expect(deleteContact(book.user, survivor.id)).rejects.toThrow("ERR_NO_PERMISSION");
    await expect(deleteContact(book.admin, 999)).rejects.toThrow("ERR_NO_CONTACT_FOUND");
  });
});

import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { all, one, run } from "#platform/db/database.ts";
import { testConnection } from "#test/helpers/installation.ts";
import { addressOn } from "./identities/identity.ts";
import { checkNumber, storeNumberAnswer } from "./number-check/check-number.ts";
import { createContact, updateContact } from "./save.ts";
import { type AddressBook, identityList, lid, openAddressBook, pn } from "./testing.ts";

const DAY = 24 * 60 * 60_000;
const NUMBER = "5511987654321";
let book: AddressBook;
beforeEach(() => {
  book = openAddressBook();
  book.network.set(NUMBER, { exists: true, identities: [pn("551187654321"), lid("9001")] });
});
afterEach(() => book.close());
const create = (fields: Partial<Parameters<typeof createContact>[1]> = {}) =>
  createContact(book.user, { name: "Marina", number: "+55 (11) 98765-4321", ...fields });
const offline = () => run(book.tenant.db, "UPDATE connection SET status = 'DISCONNECTED'");

describe("saving a typed contact", () => {
  test("a saved number is reduced to its digits and stored as the address that the network returns", async () => {
    const saved = await create({ email: "m@example.com", extraInfo: [{ name: "CPF", value: "1" }] });
    expect(saved).toMatchObject({ name: "Marina", number: NUMBER, email: "m@example.com", exists: "yes" });
    expect(saved.extraInfo).toMatchObject([{ name: "CPF", value: "1" }]);
    expect(identityList(book.tenant, saved.id)).toEqual(["lid 9001", `pn ${NUMBER}`]);
    expect(addressOn(book.tenant.db, saved.id, "whatsapp")?.address).toBe("551187654321@s.whatsapp.net");
    expect(book.broadcastActions()).toEqual(["create"]);
  });

  test.each(["(11) 98765-4321", "011 98765-4321", "11987654321", "0055 11 98765 4321"])(
    "%p is completed with the country of the company",
    async (number) => {
      expect((await create({ number })).number).toBe(NUMBER);
      expect(book.asked).toEqual([NUMBER]);
      await expect(create({ number: "(11) 8765-4321" })).rejects.toThrow("ERR_DUPLICATED_CONTACT");
    },
  );

  test("a number that does not exist on the network is rejected, and nothing is saved", async () => {
    await expect(create({ number: "5511900000000" })).rejects.toThrow("ERR_WAPP_INVALID_CONTACT");
    expect(one<{ n: number }>(book.tenant.db, "SELECT count(*) AS n FROM contact")?.n).toBe(0);
  });

  test("a number is saved as unknown when the network does not respond or no connection is open", async () => {
    book.network.set(NUMBER, null);
    expect((await create()).exists).toBe("unknown");
    offline();
    expect((await create({ number: "5511900000001" })).exists).toBe("unknown");
    expect(book.asked).toEqual([NUMBER]);
  });

  test("a number with fewer than 8 or more than 20 digits is rejected; other characters are ignored", async () => {
    await expect(create({ number: "1234-567" })).rejects.toMatchObject({
      code: "ERR_VALIDATION",
      details: { fields: { number: "too_short" } },
    });
    await expect(create({ number: "1".repeat(21) })).rejects.toMatchObject({
      details: { fields: { number: "too_long" } },
    });
  });

  test("another spelling of a saved number is rejected with the id of its contact", async () => {
    const { id } = await create();
    await expect(create({ number: "551187654321" })).rejects.toMatchObject({
      status: 409,
      code: "ERR_DUPLICATED_CONTACT",
      details: { contactId: id },
    });
  });

  test("a number whose other identity belongs to a contact is rejected", async () => {
    const { id } = book.receiveFrom([lid("9001")]);
    await expect(create()).rejects.toMatchObject({
      code: "ERR_DUPLICATED_CONTACT",
      details: { contactId: id },
    });
  });

  test("two users who save the same number at the same time create one contact", async () => {
    const results = await Promise.allSettled([create(), create()]);
    expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("changing a contact", () => {
  test("an update changes only the sent fields, and the network no longer replaces a typed name", async () => {
    const { id } = book.receiveFrom([pn(NUMBER)], "mari");
    const changed = await updateContact(book.user, id, { name: "Dona Marina" });
    expect(changed).toMatchObject({ name: "Dona Marina", number: NUMBER });
    expect(book.receiveFrom([pn(NUMBER)], "outra").name).toBe("Dona Marina");
  });

  test("an unchanged name in an update can still be replaced by the network's name", async () => {
    const { id } = book.receiveFrom([pn(NUMBER)], "mari");
    await updateContact(book.user, id, { name: "mari", email: "m@example.com" });
    expect(book.receiveFrom([pn(NUMBER)], "Marina").name).toBe("Marina");
  });

  test("a changed number is checked on the network again, and the identity moves to it", async () => {
    const { id } = await create();
    book.network.set("5511911112222", { exists: true, identities: [pn("5511911112222")] });
    expect((await updateContact(book.user, id, { number: "5511911112222" })).number).toBe("5511911112222");
    expect(identityList(book.tenant, id)).toEqual(["lid 9001", "pn 5511911112222"]);
    await expect(updateContact(book.user, id, { number: "5511900000000" })).rejects.toThrow(
      "ERR_WAPP_INVALID_CONTACT",
    );
  });

  test("a change to the number of another contact is rejected", async () => {
    const { id } = await create();
    const other = book.receiveFrom([pn("5511922223333")]);
    await expect(updateContact(book.user, id, { number: "5511922223333" })).rejects.toMatchObject({
      details: { contactId: other.id },
    });
  });

  test("a phone number can be removed only when the contact has another identity", async () => {
    const withPrivacyId = await create();
    expect((await updateContact(book.user, withPrivacyId.id, { number: "" })).number).toBe("");
    const onlyPhone = book.receiveFrom([pn("5511922223333")]);
    await expect(updateContact(book.user, onlyPhone.id, { number: "" })).rejects.toThrow("ERR_VALIDATION");
  });

  test("an update replaces the extra information and keeps the rows whose ids are sent", async () => {
    const { id, extraInfo } = await create({
      extraInfo: [
        { name: "CPF", value: "1" },
        { name: "Cidade", value: "Santos" },
      ],
    });
    const cpf = extraInfo[0];
    const changed = await updateContact(book.user, id, {
      extraInfo: [
        { id: cpf?.id, name: "CPF", value: "2" },
        { name: "Plano", value: "Mega" },
      ],
    });
    expect(changed.extraInfo).toEqual([
      { id: cpf?.id ?? 0, name: "CPF", value: "2" },
      { id: expect.any(Number), name: "Plano", value: "Mega" },
    ]);
  });

  test("a change of an unknown contact is rejected with 404", async () => {
    await expect(updateContact(book.user, 999, { name: "Ana" })).rejects.toThrow("ERR_NO_CONTACT_FOUND");
  });
});

describe("checking a number", () => {
  test("a number check returns the number as the network spells it", async () => {
    expect(await checkNumber(book.user, "+55 11 98765-4321", null)).toEqual({
      exists: true,
      number: "551187654321",
    });
    expect(await checkNumber(book.user, "5511900000000", null)).toEqual({
      exists: false,
      number: "5511900000000",
    });
  });

  test("a number check returns the cached result for 30 days", async () => {
    await checkNumber(book.user, NUMBER, null);
    book.app.clock.advance(30 * DAY - 1);
    await checkNumber(book.user, NUMBER, null);
    expect(book.asked).toEqual([NUMBER]);
    book.app.clock.advance(1);
    await checkNumber(book.user, NUMBER, null);
    expect(book.asked).toEqual([NUMBER, NUMBER]);
    book.app.clock.advance(30 * DAY);
    await checkNumber(book.user, "5511900000000", null);
    expect(all(book.tenant.db, "SELECT match_key FROM number_check")).toEqual([
      { match_key: "5511900000000" },
    ]);
  });

  test("a number check needs an open connection that responds", async () => {
    book.network.set(NUMBER, null);
    await expect(checkNumber(book.user, NUMBER, null)).rejects.toMatchObject({
      status: 502,
      code: "ERR_WAPP_CHECK_CONTACT",
    });
    await expect(checkNumber(book.user, NUMBER, 999)).rejects.toThrow("ERR_NO_WAPP_FOUND");
    const other = testConnection(book.tenant);
    offline();
    for (const id of [null, other])
      await expect(checkNumber(book.user, NUMBER, id)).rejects.toThrow("ERR_WAPP_NOT_INITIALIZED");
  });
});

describe("number saved as unknown, checked before the first send", () => {
  test("an unknown number gets the network's address before the first send; a number that does not exist gets no recipient", async () => {
    offline();
    const { id } = await create();
    const answer = book.network.get(NUMBER) ?? { exists: false, identities: [] };
    const found = book.tenant.write((unit) => storeNumberAnswer(unit, id, book.connectionId, answer));
    expect(found?.id).toBe(id);
    expect(addressOn(book.tenant.db, id, "whatsapp")).toMatchObject({
      address: "551187654321@s.whatsapp.net",
      existsState: "yes",
    });
    const { id: nobody } = await create({ number: "5511900000001" });
    const none = { exists: false, identities: [] };
    expect(book.tenant.write((unit) => storeNumberAnswer(unit, nobody, book.connectionId, none))).toBeNull();
    expect(addressOn(book.tenant.db, nobody, "whatsapp")).toBeUndefined();
  });
});

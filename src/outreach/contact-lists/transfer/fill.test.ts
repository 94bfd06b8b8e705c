import { afterAll, beforeAll, expect, test } from "bun:test";
import { newList, type Office, office } from "#outreach/contact-lists/testing.ts";
import { run } from "#platform/db/database.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testConnection, testContact, testQueue } from "#test/helpers/installation.ts";
import { turnsDuring } from "#test/helpers/turns.ts";
import { fillList } from "./fill.ts";

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ env: { RATE_LIMITS: "off" } });
});
afterAll(() => app.stop());

/** Creates an attendance of a contact with a tag, last changed at a time. */
function attended(
  { tenant }: Office,
  contactId: number,
  tag: string,
  at: string,
): { tag: number; queue: number } {
  const now = Date.parse(at);
  const connection = testConnection(tenant);
  const queue = testQueue(tenant);
  const ticket = run(
    tenant.db,
    `INSERT INTO ticket (uuid, protocol, contact_id, connection_id, queue_id, status, created_at, updated_at)
     VALUES (?1, ?1, ?2, ?3, ?4, 'closed', ?5, ?6)`,
    `${contactId}-${tag}`,
    contactId,
    connection,
    queue,
    now,
    now,
  ).id;
  const tagId = run(
    tenant.db,
    "INSERT INTO tag (name, color, created_at, updated_at) VALUES (?, '#000000', ?, ?)",
    tag,
    now,
    now,
  ).id;
  run(tenant.db, "INSERT INTO ticket_tag VALUES (?, ?)", ticket, tagId);
  return { tag: tagId, queue };
}

test("a list is filled with the contacts that match every condition, each once", async () => {
  const desk = office(app);
  const [ana, bia, caio] = ["Ana", "Bia", "Caio"].map((name, at) =>
    testContact(desk.tenant, { name, number: `55113232000${at}` }),
  ) as [number, number, number];
  run(desk.tenant.db, "UPDATE contact SET created_at = ?", Date.parse("2026-10-01T12:00:00-03:00"));
  run(desk.tenant.db, "UPDATE contact SET email = 'ana@example.com' WHERE id = ?", ana);
  run(
    desk.tenant.db,
    "UPDATE contact SET created_at = ? WHERE id = ?",
    Date.parse("2026-10-05T23:30:00-03:00"),
    caio,
  );
  const vip = attended(desk, ana, "vip", "2026-11-10T12:00:00-03:00");
  const lost = attended(desk, bia, "perdido", "2026-09-10T12:00:00-03:00");
  run(
    desk.tenant.db,
    "INSERT INTO contact (uuid, name, is_group, created_at, updated_at) VALUES ('g', 'Grupo', 1, 0, 0)",
  );
  const filled = async (body: object) => {
    const id = await newList(desk);
    const look = await desk.api.post(`/contact-lists/${id}/fill`, { ...body, dryRun: true });
    const done = await desk.api.post(`/contact-lists/${id}/fill`, body);
    expect(look.body).toEqual(done.body);
    const { contacts } = (await desk.api.get(`/contact-list-items?contactListId=${id}`)).body;
    return contacts.map(({ name }: { name: string }) => name).join(" ");
  };
  expect(await filled({})).toBe("Ana Bia Caio");
  expect(await filled({ tagIds: [vip.tag] })).toBe("Ana");
  expect(await filled({ tagIds: [vip.tag, lost.tag] })).toBe("Ana Bia");
  expect(await filled({ queueIds: [lost.queue] })).toBe("Bia");
  expect(await filled({ hasEmail: true })).toBe("Ana");
  expect(await filled({ hasEmail: false })).toBe("Bia Caio");
  expect(await filled({ createdFrom: "2026-10-05", createdTo: "2026-10-05" })).toBe("Caio");
  expect(await filled({ createdTo: "2026-10-04" })).toBe("Ana Bia");
  expect(await filled({ lastAttendanceFrom: "2026-11-01" })).toBe("Ana");
  expect(await filled({ lastAttendanceTo: "2026-10-31" })).toBe("Bia");
  expect(await filled({ tagIds: [vip.tag], hasEmail: false })).toBe("");
});

test("contacts already in the list are counted and not added twice; blocked contacts are skipped", async () => {
  const desk = office(app);
  testContact(desk.tenant, { name: "Ana", number: "551132320001" });
  const blocked = testContact(desk.tenant, { name: "Bia", number: "551132320002" });
  run(desk.tenant.db, "UPDATE contact SET blocked = 1 WHERE id = ?", blocked);
  const id = await newList(desk);
  const fill = (body = {}) => desk.api.post(`/contact-lists/${id}/fill`, body);
  expect((await fill()).body).toEqual({ found: 1, added: 1, duplicates: 0, withoutPhone: 0 });
  expect((await fill({ dryRun: true })).body).toEqual({ found: 1, added: 0, duplicates: 1, withoutPhone: 0 });
  expect((await fill()).body).toEqual({ found: 1, added: 0, duplicates: 1, withoutPhone: 0 });
  expect(await fill({ createdFrom: "31/12/2026" })).toMatchObject({
    status: 400,
    body: { error: "ERR_VALIDATION", details: { fields: { createdFrom: "invalid" } } },
  });
});

test("thousands of contacts are added in steps, with one broadcast at the end", async () => {
  const desk = office(app);
  desk.tenant.write(() => {
    for (let index = 0; index < 1234; index += 1)
      testContact(desk.tenant, { name: `C${index}`, number: `5511${30_000_000 + index}` });
  });
  const id = await newList(desk);
  const socket = await app.socket(desk.user);
  expect((await desk.api.post(`/contact-lists/${id}/fill`, {})).body).toMatchObject({ added: 1234 });
  expect(await socket.event("ContactListItem", "reload")).toMatchObject({ contactListId: id });
  expect((await desk.api.get(`/contact-lists/${id}`)).body.contactsCount).toBe(1234);
  socket.close();
});

test("other requests run between the steps of a fill that no contact matches", async () => {
  const desk = office(app);
  desk.tenant.write(() => {
    for (let index = 0; index < 2500; index += 1)
      testContact(desk.tenant, { name: `C${index}`, number: `5511${30_000_000 + index}` });
  });
  const id = await newList(desk);
  const { result, turns } = await turnsDuring(() => fillList(desk.user, id, { hasEmail: true }));
  expect(result).toEqual({ found: 0, added: 0, duplicates: 0, withoutPhone: 0 });
  expect(turns).toBeGreaterThanOrEqual(10);
});

test("a fill that was interrupted adds the rest when it is repeated", async () => {
  const desk = office(app);
  const ids = desk.tenant.write(() =>
    Array.from({ length: 600 }, (_, index) =>
      testContact(desk.tenant, { name: `C${index}`, number: `5511${30_000_000 + index}` }),
    ),
  );
  const id = await newList(desk);
  run(
    desk.tenant.db,
    `CREATE TRIGGER cut BEFORE INSERT ON contact_list_item WHEN new.name = 'C400' BEGIN SELECT RAISE(ABORT, 'cut'); END`,
  );
  const fill = () => desk.api.post(`/contact-lists/${id}/fill`, { contactIds: [...ids].reverse() });
  expect((await fill()).status).toBe(500);
  expect((await desk.api.get(`/contact-lists/${id}`)).body.contactsCount).toBe(250);
  run(desk.tenant.db, "DROP TRIGGER cut");
  expect((await fill()).body).toEqual({ found: 600, added: 350, duplicates: 250, withoutPhone: 0 });
});

test("contacts whose phone is not known are counted with the reason and left out of the list", async () => {
  const desk = office(app);
  const id = await newList(desk, "Sem telefone");
  testContact(desk.tenant, { name: "Ana", number: "551132320099" });
  for (const name of ["Maria", "Rui"]) {
    const contact = testContact(desk.tenant, { name, number: "551132320098" });
    run(desk.tenant.db, "DELETE FROM contact_identity WHERE contact_id = ?", contact);
    run(desk.tenant.db, "UPDATE contact SET number = '' WHERE id = ?", contact);
  }
  const fill = async (body: object) => (await desk.api.post(`/contact-lists/${id}/fill`, body)).body;
  expect(await fill({ dryRun: true })).toEqual({ found: 1, added: 1, duplicates: 0, withoutPhone: 2 });
  expect(await fill({})).toEqual({ found: 1, added: 1, duplicates: 0, withoutPhone: 2 });
});

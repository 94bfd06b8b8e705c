import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { png } from "#channels/media/testing.ts";
import { contactById, eraseContact } from "#people/contacts/index.ts";
import { run } from "#platform/db/database.ts";
import type { Tenant } from "#tenants/tenant.ts";
import { startTestApp, type TestApp } from "#test/helpers/app.ts";
import { testContact } from "#test/helpers/installation.ts";
import { becomesTrue } from "#test/helpers/provider.ts";
import { mayFetchPicture, storeProfilePicture } from "./profile-pictures.ts";

test("pictures are downloaded only from the networks' own hosts", () => {
  expect(mayFetchPicture("https://pps.whatsapp.net/v/t61/a.jpg?oh=1", false)).toBe(true);
  expect(mayFetchPicture("https://scontent.fbcdn.net/a.jpg", false)).toBe(true);
  for (const address of [
    "http://pps.whatsapp.net/a.jpg",
    "https://pps.whatsapp.net:8443/a.jpg",
    "https://pps.whatsapp.net.evil.example/a.jpg",
    "https://evilwhatsapp.net/a.jpg",
    "https://127.0.0.1/a.jpg",
    "https://[::1]/a.jpg",
    "https://169.254.169.254/latest/meta-data",
    "https://user@10.0.0.1/a.jpg",
    "file:///etc/passwd",
    "gopher://x",
    "nonsense",
  ])
    expect([address, mayFetchPicture(address, false)]).toEqual([address, false]);
});

test("pictures of the simulator may be on any host", () => {
  expect(mayFetchPicture("http://localhost:4000/a.jpg", true)).toBe(true);
});

describe("a downloaded profile picture", () => {
  let app: TestApp;
  let tenant: Tenant;
  beforeAll(async () => {
    app = await startTestApp();
    tenant = app.company("Padaria", { storage_mb: 1 });
  });
  afterAll(() => app.stop());
  const onDisk = () =>
    readdirSync(tenant.mediaDirectory, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
  async function* bytesOf(bytes: Uint8Array) {
    yield bytes;
  }

  test("a downloaded profile picture replaces the contact's previous picture", async () => {
    const id = testContact(tenant, { name: "Rui" });
    await storeProfilePicture(tenant, id, bytesOf(await png()));
    await storeProfilePicture(tenant, id, bytesOf(await png(30, 30)));
    expect(contactById(tenant.db, id)?.pictureId).toBeGreaterThan(0);
    await becomesTrue(() => onDisk().length === 1);
  });

  test("a downloaded profile picture is discarded when it is not an image, the contact is gone, or storage is full", async () => {
    const id = testContact(tenant, { name: "Ana" });
    const before = onDisk().length;
    await storeProfilePicture(tenant, id, bytesOf(Buffer.from("no picture at all")));
    expect(onDisk()).toHaveLength(before);
    run(tenant.db, "UPDATE media_usage SET bytes = 1048576");
    await expect(storeProfilePicture(tenant, id, bytesOf(await png()))).rejects.toThrow("ERR_MEDIA_QUOTA");
    expect(onDisk()).toHaveLength(before);
    run(tenant.db, "UPDATE media_usage SET bytes = 0");
    const whileItComes = async function* () {
      yield await png();
      tenant.write((unit) => eraseContact(unit, contactById(unit.db, id) as never));
    };
    await storeProfilePicture(tenant, id, whileItComes());
    expect(onDisk()).toHaveLength(before);
  });
});

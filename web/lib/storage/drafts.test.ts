import { expect, test } from "bun:test";
import { type Draft, type DraftStore, Drafts } from "./drafts.ts";

/** A store that persists after the page is closed, as IndexedDB does. */
function memoryStore() {
  const rows = new Map<string, Map<string, Draft>>();
  const of = (person: string) => {
    const known = rows.get(person) ?? new Map<string, Draft>();
    rows.set(person, known);
    return known;
  };
  const store: DraftStore = {
    load: async (person) => new Map(of(person)),
    put: async (person, key, draft) => void of(person).set(key, draft),
    remove: async (person, key) => void of(person).delete(key),
  };
  return store;
}

test("a draft is restored after the page was closed and opened again", async () => {
  const store = memoryStore();
  const before = new Drafts(store);
  await before.open("7:1");
  before.set("ticket:12", "Oi Carla, confirmei com a", 7);
  await before.settled();
  const after = new Drafts(store);
  await after.open("7:1");
  expect(after.get("ticket:12")).toMatchObject({ text: "Oi Carla, confirmei com a", quotedId: 7 });
});

test("a blank text removes the draft", async () => {
  const drafts = new Drafts(memoryStore());
  await drafts.open("7:1");
  drafts.set("ticket:1", "a");
  drafts.set("ticket:1", "  \n");
  expect(drafts.all.value.size).toBe(0);
});

test("drafts of another user of the same browser are stored and not shown", async () => {
  const drafts = new Drafts(memoryStore());
  await drafts.open("7:1");
  drafts.set("ticket:1", "segredo");
  drafts.close();
  for (const other of ["7:2", "8:1"]) {
    await drafts.open(other);
    expect(drafts.get("ticket:1")).toBeUndefined();
    drafts.close();
  }
  await drafts.open("7:1");
  expect(drafts.get("ticket:1")?.text).toBe("segredo");
});

test("drafts exist while the page is open in a browser without storage", async () => {
  const refuse = async () => {
    throw new Error("no storage");
  };
  const drafts = new Drafts({ load: refuse, put: refuse, remove: refuse });
  await drafts.open("7:1");
  drafts.set("ticket:1", "oi");
  await drafts.settled();
  expect(drafts.get("ticket:1")?.text).toBe("oi");
});

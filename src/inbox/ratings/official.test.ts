import { afterAll, beforeAll, beforeEach, expect, test } from "bun:test";
import { writeSetting } from "#accounts/settings/index.ts";
import { all, one, run } from "#platform/db/database.ts";
import { cloudOf, type SentByCloud } from "#simulator/graph/cloud-book.ts";
import { type Pressable, pressables } from "#simulator/graph/cloud-calls.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import { testQueue, testUser } from "#test/helpers/installation.ts";
import { type OfficialOffice, officialOffice } from "#test/helpers/official.ts";
import { type PagesApp, quiet, startPagesApp } from "#test/helpers/pages.ts";

let place: PagesApp;
let office: OfficialOffice;
let ana: UserCtx;
let customer: ReturnType<OfficialOffice["customer"]>;
beforeAll(async () => {
  place = await startPagesApp();
});
afterAll(() => place.stop());
beforeEach(async () => {
  office = await officialOffice(place);
  customer = office.customer();
  writeSetting(office.tenant, "userRating", "enabled");
  const queueId = testQueue(office.tenant, "Comercial");
  ana = testUser(office.tenant, { name: "Ana", queueIds: [queueId] });
  run(office.tenant.db, "INSERT INTO connection_queue VALUES (?, ?)", office.connectionId, queueId);
});

const sent = () => cloudOf(place.graph.book).sent.filter(({ number }) => number === office.number);
const last = () => sent().at(-1) as SentByCloud;
const kind = () => (last().body["interactive"] as { type: string } | undefined)?.type ?? last().type;
const titles = () => pressables(last()).map(({ title }) => title);
const ratings = () => all(office.tenant.db, "SELECT scale, rate FROM user_rating");

/** The customer writes, Ana accepts, and after `hours` she closes. */
async function serve(hours = 0): Promise<void> {
  customer.writes("Oi");
  await quiet(place.graph);
  const { id } = one<{ id: number }>(office.tenant.db, "SELECT max(id) AS id FROM ticket") ?? { id: 0 };
  await place.app.api(ana).put(`/tickets/${id}`, { status: "open", userId: ana.actor.id });
  place.app.clock.advance(hours * 3_600_000);
  await place.app.api(ana).put(`/tickets/${id}`, { status: "closed" });
  place.app.clock.advance(5_000);
  await place.app.app.runJob("close_settle");
  await quiet(place.graph);
}

test("a rating request on an official number has three buttons, and a pressed one is the rating", async () => {
  await serve();
  expect([kind(), titles()]).toEqual(["button", ["Insatisfeito", "Satisfeito", "Muito Satisfeito"]]);
  place.app.clock.advance(1200);
  customer.presses(pressables(last())[2] as Pressable, "button_reply");
  await quiet(place.graph);
  expect(ratings()).toEqual([{ scale: "three", rate: 3 }]);
});

test("a rating request from 1 to 5 on an official number is a list; from 0 to 10 it is text, because a list has ten rows", async () => {
  writeSetting(office.tenant, "ratingKind", "five");
  await serve();
  expect([kind(), titles()]).toEqual([
    "list",
    ["Muito insatisfeito", "Insatisfeito", "Neutro", "Satisfeito", "Muito satisfeito"],
  ]);
  place.app.clock.advance(1200);
  customer.presses(pressables(last())[3] as Pressable, "list_reply");
  await quiet(place.graph);
  expect(ratings()).toEqual([{ scale: "five", rate: 4 }]);
  place.app.clock.advance(3_600_000);
  writeSetting(office.tenant, "ratingKind", "nps");
  await serve();
  expect(kind()).toBe("text");
});

test("after the answer window of an official number no rating is requested, and a later digit is a normal message", async () => {
  await serve(25);
  const before = sent().length;
  place.app.clock.advance(60_000);
  customer.writes("3");
  await quiet(place.graph);
  expect(ratings()).toEqual([]);
  expect(before).toBe(0);
  expect(one(office.tenant.db, "SELECT status FROM ticket ORDER BY id DESC LIMIT 1")).toMatchObject({
    status: "pending",
  });
});

import { expect, test } from "bun:test";
import { ticketCounts } from "#inbox/tickets/lists/counts.ts";
import { randomFrom } from "#platform/db/ship/testing/random.ts";
import { Browser } from "./browser.ts";
import { compareCounts, compareLists, compareLoads, comparePage } from "./compare.ts";
import { ClockCheck } from "./expected-clocks.ts";
import { readRows, same } from "./expected-lists.ts";
import { type Office, openOffice } from "./office.ts";
import { resetOffice } from "./reset.ts";
import { SETTING_VERBS } from "./setting-verbs.ts";
import { TICKET_VERBS } from "./ticket-verbs.ts";
import { type Hand, handOf, type Verb } from "./verbs.ts";

/**
 * Number of random orders: 20 in the ordinary run, 20,000 in the long one (`VERBS_RUNS=20000`); `VERBS_SEED`: the first seed.
 * `VERBS_LONG=1` compares as rarely as the long run: a comparison reads lists, and a page that has read them hides some failures.
 */
const RUNS = Number(process.env["VERBS_RUNS"] ?? 20);
const isLong = RUNS > 100 || process.env["VERBS_LONG"] === "1";
const FIRST = Number(process.env["VERBS_SEED"] ?? 1);
const STEPS = Number(process.env["VERBS_STEPS"] ?? 12);
/** Runs in one company; its rows grow with them. */
const RUNS_IN_OFFICE = 250;
/** Number of consecutive runs over the same rows; then the company is emptied. */
const RUNS_IN_A_ROW = 3;
/** How often lists, counts and pages are compared after a command: one in this many of each. */
interface Shares {
  readonly lists: number;
  readonly counts: number;
  readonly pages: number;
}
/** The long run compares less often, so that it makes more orders in the same time. */
const AFTER_EACH: Shares = isLong ? { lists: 40, counts: 6, pages: 6 } : { lists: 12, counts: 2, pages: 2 };
const AFTER_LAST: Shares = isLong ? { lists: 6, counts: 1, pages: 1 } : { lists: 1, counts: 1, pages: 1 };
/** The long mode ends after this many failures. */
const MOST_FAILURES = 12;

const VERBS: readonly (readonly [string, Verb])[] = Object.entries({
  ...TICKET_VERBS,
  ...SETTING_VERBS,
}).flatMap(([name, [weight, verb]]) => Array.from({ length: weight }, () => [name, verb] as const));

/** How often each verb succeeded and was refused, over all runs. */
const done = new Map<string, { did: number; refused: number }>();

/** A company in use, with the pages of some of its people. */
interface Room {
  readonly office: Office;
  readonly browsers: readonly Browser[];
  readonly clocks: ClockCheck;
  runs: number;
  /** What happened since the company was empty. */
  story: string[];
}
const PEOPLE_WITH_PAGES = 4;

async function nextRoom(before: Room | undefined): Promise<Room> {
  await closeRoom(before);
  const office = await openOffice();
  const people = office.people.slice(0, PEOPLE_WITH_PAGES);
  const browsers = await Promise.all(people.map((one) => Browser.open(office, one)));
  return { office, browsers, clocks: new ClockCheck(office), runs: 0, story: [] };
}

async function closeRoom(room: Room | undefined): Promise<void> {
  for (const browser of room?.browsers ?? []) browser.close();
  await room?.office.close();
}

async function beginEmpty(room: Room, hand: Hand): Promise<void> {
  room.story = [];
  await resetOffice(room.office, hand);
  room.clocks.compare({});
  for (const browser of room.browsers) {
    await browser.catchUp();
    browser.sorts = {
      attending: hand.pick(["recent", "longest", "priority", "due"] as const) ?? "recent",
      waiting: hand.pick(["longest", "newest", "priority", "due"] as const) ?? "longest",
      snoozed: hand.pick(["wake", "recent"] as const) ?? "wake",
    };
    await browser.reload();
  }
}

async function oneRun(room: Room, seed: number): Promise<void> {
  const { office, browsers, clocks } = room;
  const random = randomFrom(seed);
  // Apart from the commands: a repetition of few runs compares more, and does the same.
  const chosen = randomFrom(seed + 1_000_000);
  const hand = handOf(office, random);
  if (room.runs % RUNS_IN_A_ROW === 0) await beginEmpty(room, hand);
  room.runs += 1;
  const { story } = room;
  story.push(`seed ${seed}`);
  for (let step = 0; step < STEPS; step += 1) {
    const [name, verb] = VERBS[random(VERBS.length)] ?? ["", async () => null];
    const did = await verb(hand).catch((error) => {
      throw new Error(`seed ${seed}: ${name} failed after ${JSON.stringify(story, null, 1)}: ${error}`, {
        cause: error,
      });
    });
    if (did === null) continue;
    story.push(did);
    const kept = done.get(name) ?? { did: 0, refused: 0 };
    done.set(name, { did: kept.did + 1, refused: kept.refused + (did.includes(" refused ") ? 1 : 0) });
    // Some commands are of the same millisecond.
    if (random(3) > 0) office.app.clock.advance(1 + random(3000));
    await office.work();
    const shares = step === STEPS - 1 ? AFTER_LAST : AFTER_EACH;
    try {
      clocks.compare({});
      await compare(office, browsers, {}, (share) => chosen(shares[share]) === 0);
    } catch (error) {
      throw new Error(`seed ${seed}, after:\n${story.join("\n")}\n${error}`, { cause: error });
    }
  }
}

async function compare(
  office: Office,
  browsers: readonly Browser[],
  where: object,
  isDue: (share: keyof Shares) => boolean,
): Promise<void> {
  const rows = readRows(office);
  for (const known of office.people) {
    const person = office.now(known);
    if (!person) continue;
    compareLists(office, rows, person, where, () => isDue("lists"));
    if (isDue("counts")) compareCounts(rows, person, where);
  }
  compareLoads(office, rows, where);
  for (const browser of browsers) {
    const person = office.people
      .map((known) => office.now(known))
      .find((now) => now?.actor.id === browser.userId);
    if (!person) continue;
    const before = browser.counted;
    await browser.catchUp();
    const counts = ticketCounts(person, false);
    // The page reads the counts again after an event: without one they must be what they were.
    if (!browser.touched)
      same({ ...where, page: person.actor.name, what: "counts without an event" }, before, counts);
    browser.counted = counts;
    browser.touched = false;
    if (isDue("pages")) await comparePage(office, browser, person, where);
  }
}

test(
  "after any order of ticket verbs, rules, snoozes, SLA clocks and settings, lists, counts and pages equal a fresh computation",
  async () => {
    let room: Room | undefined;
    const failures: string[] = [];
    try {
      for (let seed = FIRST; seed < FIRST + RUNS; seed += 1) {
        if (!room || room.runs >= RUNS_IN_OFFICE) room = await nextRoom(room);
        try {
          await oneRun(room, seed);
        } catch (error) {
          // The long mode continues in a new company and reports all failures at its end.
          failures.push(String(error));
          if (isLong) console.error(`run ${seed}: ${error}`);
          if (failures.length >= MOST_FAILURES) break;
          room = await nextRoom(room);
        }
        if (seed % 100 === 0 && isLong) console.error(`run ${seed}, ${failures.length} failed`);
      }
      if (failures.length > 0) throw new Error(failures.join("\n\n"));
      if (isLong) console.table(Object.fromEntries(done));
      // The test is meaningful only if the verbs really happen.
      for (const [name, { did, refused }] of done)
        if (did > 20) expect([name, refused < did]).toEqual([name, true]);
    } finally {
      await closeRoom(room);
    }
  },
  300_000 + RUNS * 2000,
);

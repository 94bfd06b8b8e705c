import { type OpeningSpan, WEEKDAYS, type Weekday } from "#accounts/opening-hours/contract.ts";
import type { PictureName } from "#simulator/people/pictures.ts";

/** The users of the demo. All share one password; by default the demo is reachable only from this machine. */
export const DEMO_PASSWORD = "balcao";

export interface DemoUser {
  readonly name: string;
  readonly email: string;
  readonly role: "super" | "admin" | "attendant";
  /** Names of the queues. */
  readonly queues: readonly string[];
}

interface DemoConnection {
  readonly name: string;
  /** Number of the shop's phone, digits. */
  readonly number: string;
  /** Where it leads: with more than one, customers choose from a menu. */
  readonly queues: readonly string[];
  /** Where those go who choose nothing. */
  readonly otherwise?: string;
  readonly greeting: string;
}

export interface DemoOption {
  readonly title: string;
  readonly message: string;
  readonly children?: readonly DemoOption[];
}

interface DemoQueue {
  readonly name: string;
  readonly color: string;
  readonly farewell: string;
  readonly greeting?: string;
  /** When its doors are open; the usual hours when left out. */
  readonly hours?: OpeningSpan[];
  readonly closed?: string;
  /** The bot's menu before an attendant answers. */
  readonly options?: readonly DemoOption[];
}

interface DemoReply {
  readonly shortcode: string;
  readonly message: string;
  readonly picture?: PictureName;
  /** E-mail of whose own it is; the whole company's when left out. */
  readonly of?: string;
}

/** A customer the shop knows before anything is written. */
interface DemoContact {
  readonly name: string;
  readonly number: string;
  readonly email?: string;
  readonly extraInfo?: readonly { readonly name: string; readonly value: string }[];
}

/** A message to many. */
export interface DemoCampaign {
  readonly name: string;
  readonly list: string;
  readonly connection: string;
  readonly messages: readonly string[];
  /** How many it has reached when the demo begins. */
  readonly done: "all" | number;
}

/** People for a campaign to come. */
export interface DemoList {
  readonly name: string;
  /** `valid`: whether the number is on WhatsApp; missing = not checked yet. */
  readonly people: readonly {
    readonly name: string;
    readonly number: string;
    readonly email?: string;
    readonly valid?: boolean;
  }[];
}

/** Files that go with a campaign: a picture, or a document of one page. */
export interface DemoFiles {
  readonly name: string;
  readonly message: string;
  readonly files: readonly ({ readonly name: string } & (
    | { readonly picture: PictureName }
    | { readonly page: readonly string[] }
  ))[];
}

/** A campaign that has not started: scheduled, or a draft. */
interface DemoDraft {
  readonly name: string;
  readonly list: string;
  readonly files?: string;
  readonly question?: string;
  readonly messages: readonly string[];
  /** Days from today, and the time of the shop's clock; left out = a draft. */
  readonly when?: { readonly inDays: number; readonly at: string };
}

interface DemoSchedule {
  /** Number of a known contact. */
  readonly to: string;
  readonly body: string;
  /** Days from today, and the time of the shop's clock. */
  readonly inDays: number;
  readonly at: string;
  readonly recurrence?: "daily" | "weekly" | "monthly";
}

/** An internal chat; the first of `members` created it. */
interface DemoChat {
  readonly title: string;
  /** E-mails. */
  readonly members: readonly string[];
  readonly lines: readonly { readonly of: string; readonly minutesAgo: number; readonly text: string }[];
}

/** What customers came for in the two weeks before, and who they were: they have phones, too, but write no more. */
export interface DemoPast {
  readonly people: readonly { readonly name: string; readonly number: string }[];
  readonly talks: readonly {
    readonly queue: string;
    readonly asked: string;
    readonly answered: string;
    readonly thanks: string;
  }[];
}

export interface DemoCompany {
  readonly name: string;
  readonly queues: readonly DemoQueue[];
  readonly users: readonly DemoUser[];
  readonly connections: readonly DemoConnection[];
  /** `kanban`: a lane of the board. */
  readonly tags: readonly { readonly name: string; readonly color: string; readonly kanban?: true }[];
  readonly replies: readonly DemoReply[];
  readonly contacts: readonly DemoContact[];
  readonly schedules: readonly DemoSchedule[];
  readonly campaigns?: readonly DemoCampaign[];
  readonly contactLists?: readonly DemoList[];
  readonly fileLists?: readonly DemoFiles[];
  readonly drafts?: readonly DemoDraft[];
  /** The value of `{key}` in campaigns. */
  readonly variables?: readonly { readonly key: string; readonly value: string }[];
  readonly past: DemoPast;
  readonly chats: readonly DemoChat[];
  /** Doors of the whole company, where not each queue has its own. */
  readonly hours?: OpeningSpan[];
}

const span = (weekdayEn: Weekday, startTime: string, endTime: string): OpeningSpan => ({
  weekday: "",
  weekdayEn,
  startTime,
  endTime,
});

/** Bread is early, and on Sundays only until noon. */
export const BAKERY = WEEKDAYS.map((day) => span(day, "06:00", day === "sunday" ? "12:00" : "20:00"));
/** Somebody is always there. */
export const ROUND_THE_CLOCK = WEEKDAYS.map((day) => span(day, "00:00", "23:59"));

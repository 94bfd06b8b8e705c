import { type OpeningSpan, WEEKDAYS, type Weekday } from "#accounts/opening-hours/contract.ts";
import type { CreateFieldBody, FieldValues } from "#people/fields/contract.ts";
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
  /** Phone number of the shop, digits. */
  readonly number: string;
  /** Queues of the connection; with more than one, customers choose from a menu. */
  readonly queues: readonly string[];
  /** Queue of customers who choose none. */
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
  /** Opening hours; absent: the usual ones. */
  readonly hours?: OpeningSpan[];
  readonly closed?: string;
  /** Option tree of the bot. */
  readonly options?: readonly DemoOption[];
}

interface DemoReply {
  readonly shortcode: string;
  readonly message: string;
  readonly picture?: PictureName;
  /** E-mail of the user it belongs to; absent: the whole company. */
  readonly of?: string;
}

/** A macro that replies, and does what else is named. */
interface DemoMacro {
  readonly name: string;
  readonly description: string;
  readonly digit: number;
  readonly reply: string;
  readonly tag?: string;
  readonly note?: string;
  /** The queue to which it transfers at the end. */
  readonly queue?: string;
  /** The ticket sleeps until the customer replies, at the latest until the next morning. */
  readonly snooze?: true;
}

/** A contact that exists before the first message. */
interface DemoContact {
  readonly name: string;
  readonly number: string;
  readonly email?: string;
  readonly extraInfo?: readonly { readonly name: string; readonly value: string }[];
  /** Values of the company's custom fields by key. */
  readonly fields?: FieldValues;
}

/** A custom field. */
export type DemoField = Pick<CreateFieldBody, "of" | "key" | "label" | "kind"> & Partial<CreateFieldBody>;

/** A campaign of the demo. */
export interface DemoCampaign {
  readonly name: string;
  readonly list: string;
  readonly connection: string;
  readonly messages: readonly string[];
  /** Number of recipients it has reached when the demo begins. */
  readonly done: "all" | number;
}

/** A contact list for a planned campaign. */
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

/** A file list for a campaign: a picture, or a document of one page. */
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
  /** Days from today, and the local time of the shop; absent = a draft. */
  readonly when?: { readonly inDays: number; readonly at: string };
}

interface DemoSchedule {
  /** Number of a known contact. */
  readonly to: string;
  readonly body: string;
  /** Days from today, and the local time of the shop. */
  readonly inDays: number;
  readonly at: string;
  readonly recurrence?: "daily" | "weekly" | "monthly";
}

/** An internal chat; the first of `members` created it. */
interface DemoChat {
  readonly title: string;
  /** E-mails of the members. */
  readonly members: readonly string[];
  readonly lines: readonly { readonly of: string; readonly minutesAgo: number; readonly text: string }[];
}

/** Topics and customers of the last two weeks; these customers have phones but do not write any more. */
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
  readonly macros?: readonly DemoMacro[];
  readonly fields: readonly DemoField[];
  /** Names of resolutions in their order. */
  readonly resolutions: readonly string[];
  /** Rules that tag a ticket whose customer writes one of these words. */
  readonly rules: readonly {
    readonly name: string;
    readonly words: readonly string[];
    readonly tag: string;
  }[];
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
  /** Opening hours of the company, when its queues have none. */
  readonly hours?: OpeningSpan[];
}

const span = (weekdayEn: Weekday, startTime: string, endTime: string): OpeningSpan => ({
  weekday: "",
  weekdayEn,
  startTime,
  endTime,
});

/** The bakery opens early, and on Sundays only until noon. */
export const BAKERY = WEEKDAYS.map((day) => span(day, "06:00", day === "sunday" ? "12:00" : "20:00"));
/** Open all day. */
export const ROUND_THE_CLOCK = WEEKDAYS.map((day) => span(day, "00:00", "23:59"));

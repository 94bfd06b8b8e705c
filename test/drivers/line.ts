import type { MediaDriver } from "#channels/media/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { TestApp } from "#test/helpers/app.ts";

/** The kinds of files a conversation carries. */
export type FileKind = "image" | "audio" | "video" | "document";
export interface SampleFile {
  readonly kind: FileKind;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Something of ours as the customer has it. */
export interface Arrived {
  readonly id: string;
  readonly text: string;
  readonly kind: "text" | FileKind;
  /** Id of the quoted message. */
  readonly quotes: string | null;
  readonly isEdited: boolean;
  readonly isDeleted: boolean;
  bytes(): Promise<Uint8Array>;
}

/** Somebody who writes to the company, on the simulated network of the channel. */
export interface Person {
  readonly name: string;
  /** Answers the network's id of what was written. `at`: when, ms. */
  writes(text: string, more?: { readonly quotes?: string; readonly at?: number }): Promise<string>;
  sends(file: SampleFile): Promise<string>;
  /** Reacts to something of ours; "" takes it back. */
  reacts(id: string, emoji: string): Promise<void>;
  edits(id: string, text: string): Promise<void>;
  deletes(id: string): Promise<void>;
  /** Opens the conversation: everything of ours is read. */
  reads(): Promise<void>;
  /** Everything of ours, oldest first. */
  arrived(): readonly Arrived[];
  /** Our reaction to something they wrote. */
  reactionTo(id: string): string | undefined;
  hasSeenReading(id: string): boolean;
  hasSeenTyping(): boolean;
  /** What can be pressed below the last of ours. */
  pressable(): readonly string[];
  presses(title: string): Promise<void>;
  /** The company writes beside us: on its phone, or on the network's own pages. */
  isWrittenToBesideUs(text: string): Promise<void>;
}

/** One channel of one company, from the desk to the customer's phone. */
export interface Line {
  readonly driver: MediaDriver;
  readonly app: TestApp;
  readonly connectionId: number;
  readonly queueId: number;
  readonly ana: UserCtx;
  readonly admin: UserCtx;
  /** `phone`: false = the company never learns a number. */
  person(name: string, options?: { readonly phone?: boolean }): Person;
  /** Delivers every further event twice. */
  repeats(on: boolean): void;
  /** The network cannot be reached. */
  outage(on: boolean): void;
  /** The next send is accepted, but its answer and its receipts are lost. */
  losesWord(): () => void;
  /** So many messages are refused because there were too many; on networks that do so. */
  limits(times: number): void;
  /** The network ends the session; returns how to reconnect, null where a person has to scan a code. */
  endsAccess(): (() => Promise<void>) | null;
}

/** Asks until the answer is wanted: networks have a time of their own. */
export async function until<T>(
  ask: () => T | Promise<T>,
  what: string,
  patienceMs = 8000,
): Promise<NonNullable<T>> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== null && answer !== false) return answer;
    if (performance.now() > end) throw new Error(`never happened: ${what}`);
    await Bun.sleep(4);
  }
}

/** An unused Brazilian mobile number. */
let numbers = 0;
export function newNumber(): string {
  numbers += 1;
  return `55119${71_000_000 + numbers}`;
}

/** As the customer reads it: without the sender's signature. */
export const unsigned = (text: string): string => text.replace(/^\*Ana:\*\n/, "");

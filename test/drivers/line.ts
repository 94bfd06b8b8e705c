import type { MediaDriver } from "#channels/media/index.ts";
import type { UserCtx } from "#tenants/tenant.ts";
import type { TestApp } from "#test/helpers/app.ts";

/** Types of files in a conversation. */
export type FileKind = "image" | "audio" | "video" | "document";
export interface SampleFile {
  readonly kind: FileKind;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A message of the company on the customer's device. */
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

/** A customer on the simulated network of the channel. */
export interface Person {
  readonly name: string;
  /** Sends a message; returns its id in the network. `at`: time of writing, ms. */
  writes(text: string, more?: { readonly quotes?: string; readonly at?: number }): Promise<string>;
  sends(file: SampleFile): Promise<string>;
  /** Reacts to a message of the company; "" removes the reaction. */
  reacts(id: string, emoji: string): Promise<void>;
  edits(id: string, text: string): Promise<void>;
  deletes(id: string): Promise<void>;
  /** Opens the conversation: all messages of the company are marked as read. */
  reads(): Promise<void>;
  /** All received messages of the company, oldest first. */
  arrived(): readonly Arrived[];
  /** The company's reaction to a message of the customer. */
  reactionTo(id: string): string | undefined;
  hasSeenReading(id: string): boolean;
  hasSeenTyping(): boolean;
  /** The options of the company's last message. */
  pressable(): readonly string[];
  presses(title: string): Promise<void>;
  /** The company writes outside the product: on its phone, or on the network's own pages. */
  isWrittenToBesideUs(text: string): Promise<void>;
}

/** One channel of a company, from the attendant to the customer's phone. */
export interface Line {
  readonly driver: MediaDriver;
  readonly app: TestApp;
  readonly connectionId: number;
  readonly queueId: number;
  readonly ana: UserCtx;
  readonly admin: UserCtx;
  /** Adds a customer. `phone`: false = the network never reveals their number. */
  person(name: string, options?: { readonly phone?: boolean }): Person;
  /** Sets whether every event is delivered twice. */
  repeats(on: boolean): void;
  /** Sets whether the network is unreachable. */
  outage(on: boolean): void;
  /** The next send is accepted, but its response and its receipts are lost. */
  losesWord(): () => void;
  /** The next `times` messages are rejected by the rate limit, on networks that have one. */
  limits(times: number): void;
  /** The network ends the session; returns how to reconnect, null where a person has to scan a code. */
  endsAccess(): (() => Promise<void>) | null;
}

/** Polls until the condition holds, because networks use the real clock. */
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

/** A text without the attendant's signature. */
export const unsigned = (text: string): string => text.replace(/^\*Ana:\*\n/, "");

import type { Ticket } from "#inbox/tickets/index.ts";

/** Why a conversation goes from a prompt to a person (docs/rules/prompts.md#hand-over). */
export type HandOverReason =
  | "asked"
  | "queue"
  | "failed"
  | "key_refused"
  | "not_allowed"
  | "max_turns"
  | "budget"
  | "empty_answer"
  | "audio"
  | "too_late"
  | "switched_off"
  | "deleted";

/** Customers write in pieces: what comes within this of the last word is one turn, ms. */
const DEBOUNCE_MS = 4000;
/** Whoever never stops writing is answered all the same, ms. */
const LONGEST_DEBOUNCE_MS = 30_000;
/** After the first failure, ms. */
export const RETRY_MS = 2000;
/** Calls of one turn that may fail. */
export const TRIES = 2;
/** A turn that a restart finds older than this goes to a person, ms. */
export const TOO_LATE_MS = 10 * 60_000;

export const AUDIO_NOT_UNDERSTOOD = "Não consegui entender o áudio. Pode escrever, por favor?";
export const FILE_NOT_SEEN = "Não consigo ver arquivos por aqui. Pode escrever, por favor?";

/** When a turn runs: a while after the last word, but not for ever after the first. */
export const dueAfter = (now: number, firstAt: number): number =>
  Math.min(now + DEBOUNCE_MS, Math.max(now, firstAt + LONGEST_DEBOUNCE_MS));

/** A prompt speaks only while the ticket waits, nobody has it, and it is this prompt that talks. */
export const maySpeak = (
  ticket: Pick<Ticket, "status" | "userId" | "useIntegration" | "promptId" | "botOff">,
  promptId: number | null,
): boolean =>
  ticket.status === "pending" &&
  ticket.userId === null &&
  ticket.useIntegration &&
  !ticket.botOff &&
  promptId !== null &&
  ticket.promptId === promptId;

/** Where a summary cannot be made either, none is tried. */
export const isSummarised = (reason: HandOverReason): boolean =>
  ["asked", "queue", "max_turns", "empty_answer", "audio"].includes(reason);

import type { Ticket } from "#inbox/tickets/index.ts";

/** Why a conversation is passed from a prompt to a person (docs/rules/prompts.md#hand-over). */
export type HandoffReason =
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

/** Messages within this time of the last one belong to one turn, ms. */
const DEBOUNCE_MS = 4000;
/** Maximum wait since the first message of a turn, ms. */
const LONGEST_DEBOUNCE_MS = 30_000;
/** Pause before the retry of a failed turn, ms. */
export const RETRY_MS = 2000;
/** Maximum attempts of a turn. */
export const MAX_ATTEMPTS = 2;
/** After a restart, turns older than this are passed to a person, ms. */
export const MAX_AGE_MS = 10 * 60_000;

export const AUDIO_NOT_UNDERSTOOD = "Não consegui entender o áudio. Pode escrever, por favor?";
export const FILE_NOT_SEEN = "Não consigo ver arquivos por aqui. Pode escrever, por favor?";

/** When a turn runs: after a pause since the last message, but within a limit since the first. */
export const dueAfter = (now: number, firstAt: number): number =>
  Math.min(now + DEBOUNCE_MS, Math.max(now, firstAt + LONGEST_DEBOUNCE_MS));

/** A prompt may answer only while the ticket is pending, unassigned, has this prompt, and Meta's own agent is silent. */
export const mayAnswer = (
  ticket: Pick<Ticket, "status" | "userId" | "useIntegration" | "promptId" | "botOff" | "standbySince">,
  promptId: number | null,
): boolean =>
  ticket.status === "pending" &&
  ticket.userId === null &&
  ticket.useIntegration &&
  !ticket.botOff &&
  ticket.standbySince === null &&
  promptId !== null &&
  ticket.promptId === promptId;

/** Whether a handoff for this reason gets a summary; reasons that also prevent a model call get none. */
export const isSummarised = (reason: HandoffReason): boolean =>
  ["asked", "queue", "max_turns", "empty_answer", "audio"].includes(reason);

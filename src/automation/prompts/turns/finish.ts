import { stopIfAnsweredByBot, stopIfLooping } from "#automation/chatbot/index.ts";
import type { RunResult } from "#automation/prompts/contract.ts";
import { isFinal, type Thought } from "#automation/prompts/engine/run-model.ts";
import type { ModelFailed } from "#automation/prompts/model/failure.ts";
import {
  AUDIO_NOT_UNDERSTOOD,
  FILE_NOT_SEEN,
  type HandoffReason,
  MAX_ATTEMPTS,
  mayAnswer,
  RETRY_MS,
} from "#automation/prompts/policy.ts";
import { findPrompt } from "#automation/prompts/queries.ts";
import { logRun, type Run } from "#automation/prompts/runs/runs.ts";
import type { TurnRow } from "#automation/prompts/schema.ts";
import type { StoredFile } from "#channels/media/index.ts";
import { createAiMessage } from "#inbox/messages/index.ts";
import { closeTicket, recordBotMessage, type Ticket, tagByBot, ticketById } from "#inbox/tickets/index.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import { addSpeechFile } from "./audio.ts";
import { hasNewerMessage, type Scene } from "./context.ts";
import { handOff } from "./handoff.ts";
import { finishTurn, hasResult, repeatTurn, turnById } from "./rows.ts";

interface Answer {
  readonly scene: Scene;
  readonly thought: Thought;
  readonly spoken: StoredFile | null;
  readonly run: Omit<Run, "result">;
}

/**
 * Applies the model's reply and actions in one transaction, unless a person took the ticket or the customer wrote
 * again meanwhile.
 */
export function finishAnswer(tenant: Tenant, turn: TurnRow, answer: Answer): void {
  tenant.write((unit) => {
    const outcome = conclude(unit, turn, answer);
    logRun(unit, { ...answer.run, result: outcome.result, ...(outcome.error && { error: outcome.error }) });
  });
}

interface Outcome {
  readonly result: RunResult;
  readonly error?: HandoffReason | "loop_guard";
}
const notSent = (result: RunResult, error?: Outcome["error"]): Outcome => ({
  result,
  ...(error && { error }),
});

function conclude(unit: TenantUnit, turn: TurnRow, { scene, thought, spoken }: Answer): Outcome {
  const ticket = currentTicket(unit, turn);
  if (!ticket) return notSent("cancelled");
  if (!turn.isSecond && hasNewerMessage(unit.db, ticket.id, turn.messageId)) {
    finishTurn(unit, turn, "dropped");
    return notSent("dropped");
  }
  if (stopIfAnsweredByBot(unit, ticket)) {
    finishTurn(unit, turn, "handed_over", "loop_guard");
    return notSent("handed_over", "loop_guard");
  }
  for (const action of thought.actions) if (action.kind === "tag") tagByBot(unit, ticket, action.tag.id);
  if (thought.text !== "") send(unit, ticket, turn, thought.text, spoken);
  const after = ticketById(unit.db, ticket.id);
  // The loop guard may have ended the bot and announced the ticket.
  if (!after || !mayAnswer(after, turn.promptId)) {
    finishTurn(unit, turn, "done");
    return { result: "answered" };
  }
  return continueWith(unit, turn, after, scene, thought);
}

/** Continues after an answer: handoff to a person, closing, or waiting for the customer. */
function continueWith(
  unit: TenantUnit,
  turn: TurnRow,
  ticket: Ticket,
  { prompt }: Scene,
  { text, actions }: Thought,
): Outcome {
  const last = actions.find(isFinal);
  if (last?.kind === "close") {
    finishTurn(unit, turn, "done", "closed");
    closeTicket(unit, ticket, { reason: "bot", silent: false, userId: null });
    return { result: "closed" };
  }
  const reason = last ? (last.kind === "queue" ? "queue" : "asked") : text === "" ? "empty_answer" : null;
  if (reason === null) {
    finishTurn(unit, turn, "done");
    return { result: "answered" };
  }
  finishTurn(unit, turn, "handed_over", reason);
  handOff(unit, ticket, { reason, queueId: last?.kind === "queue" ? last.queue.id : prompt.queueId });
  return { result: "handed_over", error: reason };
}

/** The current ticket if this turn may still answer in it; otherwise the turn is cancelled. */
function currentTicket(unit: TenantUnit, turn: TurnRow): Ticket | undefined {
  const ticket = ticketById(unit.db, turn.ticketId);
  const mine = turnById(unit.db, turn.id);
  if (mine?.state === "thinking" && ticket && mayAnswer(ticket, turn.promptId)) return ticket;
  if (mine?.state === "thinking") finishTurn(unit, turn, "cancelled");
  return undefined;
}

function send(
  unit: TenantUnit,
  ticket: Ticket,
  turn: TurnRow,
  text: string,
  spoken: StoredFile | null,
): void {
  const fileId = spoken ? addSpeechFile(unit, spoken) : null;
  createAiMessage(unit, { ticket, text, key: String(turn.id), fileId });
  recordBotMessage(unit, ticket.id);
  stopIfLooping(unit, ticket.id);
}

/** Ends a turn without an answer: cancelled, or handed off with a reason. */
export function endUnanswered(tenant: Tenant, turn: TurnRow, reason: HandoffReason | null): void {
  tenant.write((unit) => {
    const ticket = currentTicket(unit, turn);
    if (!ticket) return;
    if (reason === null) finishTurn(unit, turn, "cancelled");
    else handOffTurn(unit, turn, ticket, reason);
  });
}

function handOffTurn(unit: TenantUnit, turn: TurnRow, ticket: Ticket, reason: HandoffReason): void {
  finishTurn(unit, turn, "handed_over", reason);
  handOff(unit, ticket, { reason, queueId: queueOfPrompt(unit, turn) });
}

const queueOfPrompt = (unit: TenantUnit, { promptId }: TurnRow): number | null =>
  promptId === null ? null : (findPrompt(unit.db, promptId)?.queueId ?? null);

/**
 * Handles a failure: one retry, then a handoff to a person, or `instead` (docs/rules/prompts.md). Permanent failures
 * are not retried.
 */
export function fail(
  tenant: Tenant,
  turn: TurnRow,
  failure: ModelFailed,
  instead: (() => void) | null,
  run?: Omit<Run, "result">,
): void {
  const { kind } = failure;
  const final = kind === "key_refused" || kind === "not_allowed";
  const again = !final && turn.attempts < MAX_ATTEMPTS;
  tenant.write((unit) => {
    if (run) logRun(unit, { ...run, result: "failed", error: failure.message });
    if (!again && (final || instead === null)) {
      const ticket = currentTicket(unit, turn);
      if (ticket) handOffTurn(unit, turn, ticket, final ? kind : "failed");
    } else if (again && turnById(unit.db, turn.id)?.state === "thinking")
      repeatTurn(unit, turn, unit.now + RETRY_MS, failure.message);
  });
  if (!again && !final) instead?.();
}

/**
 * Requests a text message instead of a recording or file, once per ticket period; a second unintelligible recording
 * leads to a handoff, further files are ignored (docs/rules/prompts.md).
 */
export function sendNotice(tenant: Tenant, turn: TurnRow, { since }: Scene, what: "audio" | "file"): void {
  tenant.write((unit) => {
    const ticket = currentTicket(unit, turn);
    if (!ticket) return;
    const isRepeated = hasResult(unit.db, ticket.id, `${what}_told`, since);
    if (isRepeated && what === "audio") return handOffTurn(unit, turn, ticket, "audio");
    finishTurn(unit, turn, "done", isRepeated ? "file_ignored" : `${what}_told`);
    if (!isRepeated) send(unit, ticket, turn, what === "audio" ? AUDIO_NOT_UNDERSTOOD : FILE_NOT_SEEN, null);
  });
}

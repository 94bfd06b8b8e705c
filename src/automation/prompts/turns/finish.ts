import { stopsBefore, stopsBehind } from "#automation/chatbot/index.ts";
import type { RunResult } from "#automation/prompts/contract.ts";
import { endsIt, type Thought } from "#automation/prompts/engine/run-model.ts";
import type { ModelFailed } from "#automation/prompts/model/failure.ts";
import {
  AUDIO_NOT_UNDERSTOOD,
  FILE_NOT_SEEN,
  type HandOverReason,
  maySpeak,
  RETRY_MS,
  TRIES,
} from "#automation/prompts/policy.ts";
import { findPrompt } from "#automation/prompts/queries.ts";
import { logRun, type Run } from "#automation/prompts/runs/log-run.ts";
import type { TurnRow } from "#automation/prompts/schema.ts";
import type { StoredFile } from "#channels/media/index.ts";
import { createAiMessage } from "#inbox/messages/index.ts";
import { closeTicket, recordBotMessage, type Ticket, tagByBot, ticketById } from "#inbox/tickets/index.ts";
import type { Tenant, TenantUnit } from "#tenants/tenant.ts";
import type { Scene } from "./context.ts";
import { hasNewer } from "./conversation.ts";
import { handOver } from "./handoff.ts";
import { finishTurn, repeatTurn, turnById, wasTold } from "./rows.ts";
import { keepSpoken } from "./tts.ts";

interface Answer {
  readonly scene: Scene;
  readonly thought: Thought;
  readonly spoken: StoredFile | null;
  readonly run: Omit<Run, "result">;
}

/**
 * Says and does what was thought of, in one transaction, if it still fits: nobody took the ticket meanwhile, and the
 * customer wrote nothing newer.
 */
export function finishAnswer(tenant: Tenant, turn: TurnRow, answer: Answer): void {
  tenant.write((unit) => {
    const outcome = conclude(unit, turn, answer);
    logRun(unit, { ...answer.run, result: outcome.result, ...(outcome.error && { error: outcome.error }) });
  });
}

interface Outcome {
  readonly result: RunResult;
  readonly error?: HandOverReason | "loop_guard";
}
const unsaid = (result: RunResult, error?: Outcome["error"]): Outcome => ({
  result,
  ...(error && { error }),
});

function conclude(unit: TenantUnit, turn: TurnRow, { scene, thought, spoken }: Answer): Outcome {
  const ticket = stillOurs(unit, turn);
  if (!ticket) return unsaid("cancelled");
  if (!turn.isSecond && hasNewer(unit.db, ticket.id, turn.messageId)) {
    finishTurn(unit, turn, "dropped");
    return unsaid("dropped");
  }
  if (stopsBefore(unit, ticket)) {
    finishTurn(unit, turn, "handed_over", "loop_guard");
    return unsaid("handed_over", "loop_guard");
  }
  for (const action of thought.actions) if (action.kind === "tag") tagByBot(unit, ticket, action.tag.id);
  if (thought.text !== "") say(unit, ticket, turn, thought.text, spoken);
  const after = ticketById(unit.db, ticket.id);
  // The loop guard may have ended it, and told everybody.
  if (!after || !maySpeak(after, turn.promptId)) {
    finishTurn(unit, turn, "done");
    return { result: "answered" };
  }
  return goOn(unit, turn, after, scene, thought);
}

/** What follows from an answer: a person, the end, or the customer's next words. */
function goOn(
  unit: TenantUnit,
  turn: TurnRow,
  ticket: Ticket,
  { prompt }: Scene,
  { text, actions }: Thought,
): Outcome {
  const last = actions.find(endsIt);
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
  handOver(unit, ticket, { reason, queueId: last?.kind === "queue" ? last.queue.id : prompt.queueId });
  return { result: "handed_over", error: reason };
}

/** The ticket as it stands, if this turn may still speak in it; else the turn is cancelled. */
function stillOurs(unit: TenantUnit, turn: TurnRow): Ticket | undefined {
  const ticket = ticketById(unit.db, turn.ticketId);
  const mine = turnById(unit.db, turn.id);
  if (mine?.state === "thinking" && ticket && maySpeak(ticket, turn.promptId)) return ticket;
  if (mine?.state === "thinking") finishTurn(unit, turn, "cancelled");
  return undefined;
}

function say(unit: TenantUnit, ticket: Ticket, turn: TurnRow, text: string, spoken: StoredFile | null): void {
  const fileId = spoken ? keepSpoken(unit, spoken) : null;
  createAiMessage(unit, { ticket, text, key: String(turn.id), fileId });
  recordBotMessage(unit, ticket.id);
  stopsBehind(unit, ticket.id);
}

/** The turn was not taken: nobody is to speak, or a person is to come (`reason`). */
export function endUnheard(tenant: Tenant, turn: TurnRow, reason: HandOverReason | null): void {
  tenant.write((unit) => {
    const ticket = stillOurs(unit, turn);
    if (!ticket) return;
    if (reason === null) finishTurn(unit, turn, "cancelled");
    else giveUp(unit, turn, ticket, reason);
  });
}

function giveUp(unit: TenantUnit, turn: TurnRow, ticket: Ticket, reason: HandOverReason): void {
  finishTurn(unit, turn, "handed_over", reason);
  handOver(unit, ticket, { reason, queueId: queueOfPrompt(unit, turn) });
}

const queueOfPrompt = (unit: TenantUnit, { promptId }: TurnRow): number | null =>
  promptId === null ? null : (findPrompt(unit.db, promptId)?.queueId ?? null);

/**
 * Something went wrong: once it is tried again, then a person comes, or `instead` happens (docs/rules/prompts.md). What
 * cannot get better is not tried again.
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
  const again = !final && turn.attempts < TRIES;
  tenant.write((unit) => {
    if (run) logRun(unit, { ...run, result: "failed", error: failure.message });
    if (!again && (final || instead === null)) {
      const ticket = stillOurs(unit, turn);
      if (ticket) giveUp(unit, turn, ticket, final ? kind : "failed");
    } else if (again && turnById(unit.db, turn.id)?.state === "thinking")
      repeatTurn(unit, turn, unit.now + RETRY_MS, failure.message);
  });
  if (!again && !final) instead?.();
}

/**
 * Asks the customer to write instead, once in an attendance; the second recording that is not understood brings a
 * person, more files are passed over (docs/rules/prompts.md).
 */
export function sayNotice(tenant: Tenant, turn: TurnRow, { since }: Scene, what: "audio" | "file"): void {
  tenant.write((unit) => {
    const ticket = stillOurs(unit, turn);
    if (!ticket) return;
    const told = wasTold(unit.db, ticket.id, `${what}_told`, since);
    if (told && what === "audio") return giveUp(unit, turn, ticket, "audio");
    finishTurn(unit, turn, "done", told ? "file_ignored" : `${what}_told`);
    if (!told) say(unit, ticket, turn, what === "audio" ? AUDIO_NOT_UNDERSTOOD : FILE_NOT_SEEN, null);
  });
}

import { notify, readerOf, withdrawNotifications } from "#accounts/notifications/index.ts";
import { mentionNotVisible, noQueue, noUser } from "#inbox/tickets/errors.ts";
import { canSee, mayInvite } from "#inbox/tickets/policy.ts";
import type { Ticket } from "#inbox/tickets/schema.ts";
import { queryAll, queryOne } from "#platform/db/query.ts";
import type { TenantUnit, UserActor } from "#tenants/tenant.ts";
import type { Mentions, NoteMention } from "./contract.ts";
import * as sql from "./participants.sql.ts";
import { addParticipants } from "./participants.ts";

/** The mentions with their names, each once. Throws 404 ERR_NO_USER_FOUND, 404 ERR_NO_QUEUE_FOUND. */
export function namedMentions({ db }: TenantUnit, mentions: Mentions): NoteMention[] {
  const unique = new Map((mentions ?? []).map((mention) => [`${mention.kind}${mention.id}`, mention]));
  return [...unique.values()].map(({ kind, id }) => {
    const found = queryOne(db, kind === "user" ? sql.userName : sql.queueName, { id });
    if (!found) throw kind === "user" ? noUser() : noQueue();
    return { kind, id, name: found.name };
  });
}

/** Ids of the mentioned people; a mentioned queue stands for its members, at most 50. */
function mentionedPeople({ db }: TenantUnit, mentions: readonly NoteMention[]): Set<number> {
  return new Set(
    mentions.flatMap(({ kind, id }) =>
      kind === "user" ? [id] : queryAll(db, sql.membersOf, { queueId: id }).map(({ userId }) => userId),
    ),
  );
}

/** A new or edited note, with its mentions before and after the change. */
interface Mentioning {
  readonly ticket: Ticket;
  readonly noteId: number;
  readonly before: readonly NoteMention[];
  readonly after: readonly NoteMention[];
}

/**
 * Adds mentioned people who do not see the ticket as participants, notifies newly mentioned people, and withdraws the unread
 * notifications of people who are no longer mentioned (docs/rules/participants.md#mentions). Returns the ids of all mentioned
 * people. `actor` null = the product. Throws 403 ERR_MENTION_NOT_VISIBLE with the ids of the people whom the author may not add.
 */
export function followMentions(
  unit: TenantUnit,
  actor: UserActor | null,
  { ticket, noteId, before, after }: Mentioning,
): ReadonlySet<number> {
  const [were, are] = [mentionedPeople(unit, before), mentionedPeople(unit, after)];
  const added = [...are].filter((id) => !were.has(id) && id !== actor?.id);
  const outside = added.filter((id) => {
    const person = readerOf(unit.tenant, id);
    return person !== undefined && !canSee(person, ticket);
  });
  if (outside.length > 0 && actor && !mayInvite(actor, ticket)) throw mentionNotVisible(outside);
  addParticipants(unit, ticket, outside, "mention", actor?.id ?? null);
  const about = { kind: "mention", ticketId: ticket.id, subjectId: noteId } as const;
  withdrawNotifications(
    unit,
    [...were].filter((id) => !are.has(id)),
    about,
  );
  notify(unit, added, { ...about, ...(actor && { by: actor.id }) });
  return are;
}

/** Notifies participants who follow every note, except those whom the note mentions. */
export function notifyFollowers(
  unit: TenantUnit,
  ticket: Ticket,
  note: { readonly id: number; readonly authorId: number; readonly mentioned: ReadonlySet<number> },
): void {
  const followers = queryAll(unit.db, sql.followers, { ticketId: ticket.id })
    .map(({ userId }) => userId)
    .filter((id) => !note.mentioned.has(id));
  notify(unit, followers, {
    kind: "participant_news",
    ticketId: ticket.id,
    subjectId: note.id,
    by: note.authorId,
  });
}

/** Withdraws the unread notifications of a deleted note. */
export function forgetMentions(
  unit: TenantUnit,
  ticketId: number,
  noteId: number,
  mentions: readonly NoteMention[],
): void {
  const followers = queryAll(unit.db, sql.followers, { ticketId }).map(({ userId }) => userId);
  withdrawNotifications(unit, mentionedPeople(unit, mentions), {
    kind: "mention",
    ticketId,
    subjectId: noteId,
  });
  withdrawNotifications(unit, followers, { kind: "participant_news", ticketId, subjectId: noteId });
}

import type { TicketAnswer } from "#inbox/tickets/contract.ts";
import { canSee, mayInvite, type Person } from "#inbox/tickets/policy.ts";
import { colleagues, queues } from "#web/inbox/tickets/reference-data.ts";

/** A person or queue that a note can mention. */
export interface Mentionable {
  readonly kind: "user" | "queue";
  readonly id: number;
  readonly name: string;
}

/** People, then queues, by name. Reads signals. */
export const mentionables = (): readonly Mentionable[] => [
  ...colleagues.all.value.map(({ id, name }) => ({ kind: "user" as const, id, name })),
  ...queues.all.value.map(({ id, name }) => ({ kind: "queue" as const, id, name })),
];

/** Loads the lists of people and queues; resolves when they are there, or failed. */
export const needMentionables = async (): Promise<void> => {
  await Promise.all([colleagues.need(), queues.need()]);
};

/** The entries of `all` whose name follows an `@` in the text; where several names fit, the longest. */
export function mentionsIn(text: string, all: readonly Mentionable[]): readonly Mentionable[] {
  let rest = text.toLocaleLowerCase();
  const byLength = all.toSorted((a, b) => b.name.length - a.name.length);
  const found = new Set<string>();
  for (const { name } of byLength) {
    const marked = `@${name.toLocaleLowerCase()}`;
    if (!rest.includes(marked)) continue;
    found.add(name);
    rest = rest.replaceAll(marked, " ");
  }
  return all.filter(({ name }) => found.has(name));
}

/** The people among the mentions who do not see the ticket yet, and whether this user may bring them in. */
export function newcomers(
  mentions: readonly Mentionable[],
  ticket: TicketAnswer,
  user: Person,
): { readonly names: readonly string[]; readonly mayInvite: boolean } {
  const queueIds = mentions.filter(({ kind }) => kind === "queue").map(({ id }) => id);
  const userIds = new Set(mentions.filter(({ kind }) => kind === "user").map(({ id }) => id));
  const people = colleagues.all.value.filter(
    ({ id, queues: own }) =>
      id !== user.id && (userIds.has(id) || own.some((queue) => queueIds.includes(queue.id))),
  );
  const outside = people.filter(
    ({ id, profile, queues: own }) =>
      !canSee({ id, profile, queueIds: own.map((queue) => queue.id) }, ticket),
  );
  return { names: outside.map(({ name }) => name), mayInvite: mayInvite(user, ticket) };
}

import type {
  ParticipantAnswer,
  ParticipantNotify,
  ParticipantsAnswer,
} from "#inbox/tickets/participants/contract.ts";
import { api } from "#web/lib/api/api.ts";

type People = Promise<readonly ParticipantAnswer[]>;
const listOf = async (answer: Promise<ParticipantsAnswer>): People => (await answer).participants;

export const fetchParticipants = (ticketId: number): People =>
  listOf(api.get(`/tickets/${ticketId}/participants`));

export const addParticipants = (ticketId: number, userIds: readonly number[]): People =>
  listOf(api.post(`/tickets/${ticketId}/participants`, { userIds }));

/** Of which notes the user is notified. */
export const setFollowing = (ticketId: number, notify: ParticipantNotify): People =>
  listOf(api.put(`/tickets/${ticketId}/participants/me`, { notify }));

/** Resolves with the remaining ones of `before`: who leaves may no longer read the list. */
export async function removeParticipant(
  ticketId: number,
  userId: number,
  before: readonly ParticipantAnswer[],
): People {
  await api.delete(`/tickets/${ticketId}/participants/${userId}`);
  return before.filter(({ user }) => user.id !== userId);
}

import { listOf, type Part, partOf } from "#channels/connections/meta/parts.ts";

/** Maximum number of messages, or of people of an address book, in one piece. Translating so many takes about 3 ms. */
const AT_ONCE = 500;

/**
 * Splits an entry with a large history or address book into entries of at most 500 messages or people, so that one piece
 * does not hold up other requests. Only the last piece of a part of the history has its progress. Changes of other kinds
 * become an entry each.
 */
export function* splitHistory(entry: Part): Generator<Part> {
  for (const change of listOf(entry["changes"])) {
    const value = partOf(change["value"]);
    const withValue = (more: Part): Part => ({
      ...entry,
      changes: [{ ...change, value: { ...value, ...more } }],
    });
    const { history, state_sync: people } = value;
    if (Array.isArray(history))
      for (const part of listOf(history))
        for (const piece of piecesOf(part)) yield withValue({ history: [piece] });
    else if (Array.isArray(people) && people.length > AT_ONCE)
      for (let start = 0; start < people.length; start += AT_ONCE)
        yield withValue({ state_sync: people.slice(start, start + AT_ONCE) });
    else yield { ...entry, changes: [change] };
  }
}

/** The pieces of one part of the history. A long thread is continued in the next piece, with its customer. */
function* piecesOf({ threads: all, metadata, errors }: Part): Generator<Part> {
  let threads: Part[] = [];
  let room = AT_ONCE;
  for (const thread of listOf(all)) {
    const messages = listOf(thread["messages"]);
    for (let start = 0; start < messages.length; ) {
      const some = messages.slice(start, start + room);
      threads.push({ ...thread, messages: some });
      start += some.length;
      room -= some.length;
      if (room > 0) continue;
      yield { threads };
      [threads, room] = [[], AT_ONCE];
    }
  }
  yield { threads, ...(metadata !== undefined && { metadata }), ...(errors !== undefined && { errors }) };
}

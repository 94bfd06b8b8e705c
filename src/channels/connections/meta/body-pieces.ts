import { splitHistory } from "#channels/connections/cloud/split-history.ts";
import { type Part, partOf } from "./parts.ts";

/**
 * The parts of a large webhook, each a body of its own that the main thread can parse and process in a few milliseconds.
 * A body without entries is one piece. Pure.
 */
export function* bodyPieces(body: unknown): Generator<unknown> {
  const { object, entry } = partOf(body);
  if (!Array.isArray(entry)) {
    yield body;
    return;
  }
  for (const part of entry.map(partOf))
    for (const piece of object === "whatsapp_business_account" ? splitHistory(part) : [part])
      yield { object, entry: [piece] } satisfies Part;
}

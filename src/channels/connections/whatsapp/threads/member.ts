import type { SessionKey } from "#channels/connections/provider.ts";
import type { EndedFiles } from "./ended-files.ts";
import type { CallName, Calls, FromWorker, ToWorker } from "./protocol.ts";

/** One worker of the pool, with what is known of it. */
export interface Member {
  readonly worker: Worker;
  readonly sessions: Map<string, SessionKey>;
  /** Files of all sessions that this worker has started. */
  readonly files: Set<string>;
  readonly endedFiles: EndedFiles;
  readonly pending: Map<number, PromiseWithResolvers<unknown>>;
  /**
   * Messages that are posted together at the end of this turn's microtasks, because each post wakes the other thread.
   */
  outgoing: ToWorker[];
  /** True after one of its sessions got stuck: the worker gets no further sessions and ends with its last session. */
  isRetired: boolean;
  /** Number of consecutive pings without an answer. */
  unanswered: number;
}

export function post(member: Member, message: ToWorker): void {
  member.outgoing.push(message);
  if (member.outgoing.length > 1) return;
  queueMicrotask(() => {
    const messages = member.outgoing;
    member.outgoing = [];
    member.worker.postMessage(messages);
  });
}

let lastId = 0;
/** Calls a function of a worker; rejects when the worker is lost. */
export async function request<N extends CallName>(
  member: Member,
  key: SessionKey,
  name: N,
  args: Calls[N]["args"],
): Promise<Calls[N]["answer"]> {
  const id = ++lastId;
  const waiting = Promise.withResolvers<unknown>();
  member.pending.set(id, waiting);
  post(member, { type: "call", id, key, name, args });
  return (await waiting.promise) as Calls[N]["answer"];
}

/** Resolves or rejects the call that this answer belongs to. */
export function settle(member: Member, message: Extract<FromWorker, { type: "answer" | "failure" }>): void {
  const waiting = member.pending.get(message.id);
  member.pending.delete(message.id);
  if (message.type === "answer") waiting?.resolve(message.answer);
  else waiting?.reject(new Error(message.message));
}

/** Terminates the worker; its files are shipped from disk. */
export function end(member: Member): void {
  member.endedFiles.hold();
  member.worker.terminate();
}

/** Rejects all calls that still wait. */
export function rejectAll({ pending }: Member, reason: string): void {
  for (const waiting of pending.values()) waiting.reject(new Error(reason));
}

import { type Durability, DurabilityError } from "#platform/db/durability/durability.ts";
import { isOfOtherCell } from "#platform/http/cells/forward.ts";
import { comingBackAnswer } from "./coming-back.ts";

/** Holds back the answers of requests that wrote until their commits are durable (docs/rules/cluster.md#effects). */
export interface CommitBarrier {
  /** Runs a part of a request, and notes whether commits were made meanwhile. */
  watch<T>(request: Request, work: () => T): T;
  /** Resolves with the answer once it may leave, or with 503 `ERR_NOT_DURABLE` when it may not. */
  pass(request: Request, answer: Response): Response | Promise<Response>;
}

/**
 * The barrier of an installation whose commits wait for other machines; null on one machine, where commits of requests
 * are durable when their handler returns. A synchronous part is charged with its own commits only. A part that waits is
 * charged with all commits of its time as well, because they cannot be told apart: it waits longer, never too short.
 */
export function createCommitBarrier(durability: Durability): CommitBarrier | null {
  if (!durability.isRemote) return null;
  const wrote = new WeakSet<Request>();
  const refused = (request: Request, answer: Response, error: unknown): Response => {
    void answer.body?.cancel().catch(() => undefined);
    return comingBackAnswer(
      request,
      error instanceof DurabilityError ? error : new DurabilityError("failed"),
    );
  };
  return {
    watch(request, work) {
      const before = durability.commits;
      const note = () => {
        if (durability.commits !== before) wrote.add(request);
      };
      let result: ReturnType<typeof work>;
      try {
        result = work();
      } catch (error) {
        note();
        throw error;
      }
      note();
      if (result instanceof Promise) void result.then(note, note);
      return result;
    },
    pass(request, answer) {
      if (isOfOtherCell(answer)) return answer;
      if (!durability.isOpen) return refused(request, answer, new DurabilityError("closed"));
      if (!wrote.has(request) || !durability.isPending()) return answer;
      return durability.durable().then(
        () => answer,
        (error: unknown) => refused(request, answer, error),
      );
    },
  };
}

import os from "node:os";
import type { SessionKey } from "#connections/provider.ts";
import {
  AT_REST,
  type CallName,
  type Calls,
  type EngineConfig,
  type FromWorker,
  sessionName,
  type ToWorker,
} from "./protocol.ts";

/** The engine's threads. A session belongs to one worker from its first start on. */
export interface Pool {
  call<N extends CallName>(key: SessionKey, name: N, ...args: Calls[N]["args"]): Promise<Calls[N]["answer"]>;
  accept(key: SessionKey, batchId: number): void;
  sessions(): SessionKey[];
  close(): void;
}

export interface PoolPorts {
  readonly config: EngineConfig;
  readonly size: number;
  readonly onMessage: (message: Exclude<FromWorker, { type: "answer" | "failure" }>) => void;
}

interface Member {
  readonly worker: Worker;
  readonly sessions: Map<string, SessionKey>;
  readonly pending: Map<number, PromiseWithResolvers<unknown>>;
}

/** One worker up to two cores, else half of them: the main thread and the rest of the machine work too. */
export function defaultPoolSize(cores = os.availableParallelism()): number {
  return Math.max(1, Math.floor(cores / 2));
}

export function createPool({ config, size, onMessage }: PoolPorts): Pool {
  const members: Member[] = [];
  const homes = new Map<string, Member>();
  let lastId = 0;

  const spawn = (): Member => {
    const worker = new Worker(new URL("./worker.ts", import.meta.url).href);
    const member: Member = { worker, sessions: new Map(), pending: new Map() };
    worker.onmessage = (event: MessageEvent<FromWorker>) => receive(member, event.data);
    worker.onerror = (event) => lose(member, event.message);
    worker.addEventListener("close", () => lose(member, "it ended"));
    post(member, { type: "configure", config });
    members.push(member);
    return member;
  };
  const post = (member: Member, message: ToWorker) => member.worker.postMessage(message);

  const receive = (member: Member, message: FromWorker) => {
    if (message.type !== "answer" && message.type !== "failure") return onMessage(message);
    const waiting = member.pending.get(message.id);
    member.pending.delete(message.id);
    if (message.type === "answer") waiting?.resolve(message.answer);
    else waiting?.reject(new Error(message.message));
  };

  /** A worker that died takes nothing along: the journals are on disk, the sessions start anew elsewhere. */
  const lose = (member: Member, why: string) => {
    const at = members.indexOf(member);
    if (at < 0) return;
    members.splice(at, 1);
    member.worker.terminate();
    // The runtime puts an excerpt of the source in front of the error's own line.
    const detail = `engine worker lost: ${/error: (.*)/.exec(why)?.[1] ?? why}`;
    for (const waiting of member.pending.values()) waiting.reject(new Error(detail));
    for (const [name, key] of member.sessions) {
      homes.delete(name);
      onMessage({ type: "session", key, event: { type: "closed", reason: "network", detail } });
    }
  };

  const leave = (member: Member, key: SessionKey) => {
    member.sessions.delete(sessionName(key));
    homes.delete(sessionName(key));
  };

  const homeOf = (key: SessionKey): Member => {
    const name = sessionName(key);
    const least = members.toSorted((a, b) => a.sessions.size - b.sessions.size)[0];
    const member = least && (least.sessions.size === 0 || members.length >= size) ? least : spawn();
    member.sessions.set(name, key);
    homes.set(name, member);
    return member;
  };

  return {
    async call(key, name, ...args) {
      const home = homes.get(sessionName(key));
      if (!home && name !== "start") return AT_REST[name];
      const member = home ?? homeOf(key);
      const id = ++lastId;
      const waiting = Promise.withResolvers<unknown>();
      member.pending.set(id, waiting);
      post(member, { type: "call", id, key, name, args });
      const answer = await (waiting.promise as Promise<Calls[typeof name]["answer"]>);
      if (name === "stop") leave(member, key);
      return answer;
    },
    accept(key, batchId) {
      const member = homes.get(sessionName(key));
      if (member) post(member, { type: "accept", key, batchId });
    },
    sessions: () => members.flatMap((member) => [...member.sessions.values()]),
    close() {
      for (const { worker, pending } of members.splice(0)) {
        worker.terminate();
        for (const waiting of pending.values()) waiting.reject(new Error("the engine was closed"));
      }
      homes.clear();
    },
  };
}

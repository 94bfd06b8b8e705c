/** Where libsignal stores the sessions of a socket. One object per Signal repository of Baileys. */
interface Storage {
  loadSession(address: string): Promise<unknown>;
  storeSession(address: string, record: unknown): Promise<void>;
}

/** `SessionCipher` and `SessionBuilder`: both are created for one storage and one address. */
interface Worker {
  readonly storage: Storage;
  readonly addr: { readonly id: string; toString(): string };
}

type Job<T> = () => Promise<T>;

/** Runs jobs of one address one after the other, whether they succeed or fail. */
export function createQueue(): <T>(address: string, job: Job<T>) => Promise<T> {
  const tails = new Map<string, Promise<unknown>>();
  return (address, job) => {
    const before = tails.get(address);
    const turn = before ? before.then(job, job) : job();
    tails.set(address, turn);
    const done = () => {
      if (tails.get(address) === turn) tails.delete(address);
    };
    turn.then(done, done);
    return turn;
  };
}

/**
 * Gives each socket its own job queues. libsignal has one queue per address for the whole process: a job that hangs in a
 * socket that ended would block the next socket, and the sessions of other companies with the same customer.
 */
export function separateSignalQueues(): void {
  const cipher = (require("libsignal/src/session_cipher.js") as { readonly prototype: object }).prototype;
  const builder = (require("libsignal/src/session_builder.js") as { readonly prototype: BuilderPrototype })
    .prototype;
  const queues = new WeakMap<Storage, ReturnType<typeof createQueue>>();
  const queueOf = (storage: Storage) => {
    const known = queues.get(storage);
    if (known) return known;
    const queue = createQueue();
    queues.set(storage, queue);
    return queue;
  };
  Object.assign(cipher, {
    queueJob(this: Worker, job: Job<unknown>) {
      return queueOf(this.storage)(this.addr.toString(), job);
    },
  });
  const { initOutgoing } = builder;
  let calls = 0;
  builder.initOutgoing = function (device) {
    const { storage, addr } = this;
    const address = addr.toString();
    // The original also enters the process-wide queue, under the name of the address. A job with a unique name never
    // waits there.
    const name = `${address} ${++calls}`;
    const unique = Object.create(this, {
      addr: { value: { id: addr.id, toString: () => name } },
      storage: {
        value: Object.assign(Object.create(storage) as Storage, {
          loadSession: () => storage.loadSession(address),
          storeSession: (_name: string, record: unknown) => storage.storeSession(address, record),
        }),
      },
    }) as Worker;
    return queueOf(storage)(address, () => initOutgoing.call(unique, device));
  };
}

interface BuilderPrototype {
  initOutgoing(this: Worker, device: unknown): Promise<void>;
}

/** Request to the thread: with `path` it opens that file; the answer is the next piece. */
export interface PieceRequest {
  readonly path?: string;
}
/** `piece`: JSON of a body; null after the last one. */
export type PieceAnswer =
  | { readonly piece: string | null }
  | { readonly error: string; readonly isMalformed: boolean };

/** A stored body is not JSON, so that another attempt cannot succeed. */
export class MalformedBody extends Error {
  override name = "MalformedBody";
}

/** Parses large webhooks in a worker thread and returns them piece by piece. */
export interface BodyReader {
  /** Throws MalformedBody; any other error is worth another attempt. */
  piecesOf(path: string): AsyncGenerator<unknown>;
  close(): void;
}

/** The thread starts with the first file. */
export function createBodyReader(): BodyReader {
  let worker: Worker | null = null;
  const close = () => {
    worker?.terminate();
    worker = null;
  };
  const ask = (request: PieceRequest): Promise<PieceAnswer> => {
    // The build finds the worker by this literal.
    worker ??= new Worker(new URL("./stored-body-worker.ts", import.meta.url).href);
    const thread = worker;
    return new Promise((resolve, reject) => {
      thread.onmessage = ({ data }: MessageEvent<PieceAnswer>) => resolve(data);
      thread.onerror = ({ message }) => {
        close();
        reject(new Error(`the thread that parses webhooks failed: ${message}`));
      };
      thread.postMessage(request);
    });
  };
  return {
    async *piecesOf(path) {
      for (let request: PieceRequest = { path }; ; request = {}) {
        const answer = await ask(request);
        if ("error" in answer)
          throw answer.isMalformed ? new MalformedBody(answer.error) : new Error(answer.error);
        if (answer.piece === null) return;
        yield JSON.parse(answer.piece);
      }
    },
    close,
  };
}

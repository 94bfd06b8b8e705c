import { type WorkOwner, yieldToEventLoop } from "#platform/jobs/yield-to-event-loop.ts";
import { securityHeaders } from "./security-headers.ts";

/** A file for the browser to save. `fileName` is generated here: letters, digits, `-`, `_` and `.`. */
export interface Download {
  readonly fileName: string;
  readonly mimeType: string;
}

/** Downloads in progress; each promise resolves when the last byte was sent or the receiver disconnected. */
const underWay = new WeakMap<Response, Promise<void>>();

/** Resolves when a download has ended; undefined for a response that is complete already. */
export const endOfDownload = (response: Response): Promise<void> | undefined => underWay.get(response);

/**
 * A file that is produced in pieces while it is sent. Before each piece it yields the event loop, as long work of `owner`
 * (docs/rules/limits.md#fair-share). The request counts as running until the last piece. `onEnd` is called once, also when the
 * receiver disconnects.
 */
export function download(
  { fileName, mimeType }: Download,
  owner: WorkOwner,
  pieces: AsyncIterable<Uint8Array> | Iterable<string>,
  onEnd: () => void = () => undefined,
): Response {
  const ended = Promise.withResolvers<void>();
  const end = () => {
    onEnd();
    ended.resolve();
  };
  const response = new Response(streamOf(owner, pieces, end), {
    headers: {
      ...securityHeaders("api", false),
      "content-type": mimeType,
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  });
  underWay.set(response, ended.promise);
  return response;
}

function streamOf(owner: WorkOwner, pieces: AsyncIterable<Uint8Array> | Iterable<string>, onEnd: () => void) {
  const encoder = new TextEncoder();
  const source = Symbol.asyncIterator in pieces ? pieces[Symbol.asyncIterator]() : pieces[Symbol.iterator]();
  let ended = false;
  const end = () => {
    if (!ended) onEnd();
    ended = true;
  };
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        await yieldToEventLoop(owner);
        const { done, value } = await source.next();
        if (done) {
          end();
          controller.close();
          return;
        }
        controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    async cancel() {
      await source.return?.();
      end();
    },
  });
}

import { nextTurn } from "#platform/jobs/next-turn.ts";
import { securityHeaders } from "./security-headers.ts";

/** What a browser saves as a file. `fileName` is ours: letters, digits, `-`, `_` and `.`. */
export interface Download {
  readonly fileName: string;
  readonly mimeType: string;
}

/** A file made piece by piece while it is sent; `onEnd` is called once, also when the receiver goes away. */
export function download(
  { fileName, mimeType }: Download,
  pieces: AsyncIterable<Uint8Array> | Iterable<string>,
  onEnd: () => void = () => undefined,
): Response {
  return new Response(streamOf(pieces, onEnd), {
    headers: {
      ...securityHeaders("api", false),
      "content-type": mimeType,
      "content-disposition": `attachment; filename="${fileName}"`,
    },
  });
}

function streamOf(pieces: AsyncIterable<Uint8Array> | Iterable<string>, onEnd: () => void) {
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
        const { done, value } = await source.next();
        if (done) {
          end();
          controller.close();
          return;
        }
        controller.enqueue(typeof value === "string" ? encoder.encode(value) : value);
        // Others take their turn between two pieces.
        await nextTurn();
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

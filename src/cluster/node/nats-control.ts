import type { NatsConnection } from "@nats-io/transport-node";
import * as v from "valibot";
import type { ControlAnswer, ControlChannel, ControlRequest } from "./control.ts";

const Request = v.variant("do", [
  v.object({ do: v.literal("promote"), node: v.string() }),
  v.object({ do: v.literal("drain"), node: v.string() }),
  v.object({ do: v.literal("move"), company: v.number(), to: v.number() }),
  v.object({ do: v.literal("read-move"), company: v.number() }),
  v.object({ do: v.literal("cancel-move"), company: v.number() }),
]);
const Answer = v.object({ isDone: v.boolean(), detail: v.string() });
const subject = (cell: number) => `cell.${cell}.control`;

/** Control requests over the NATS account of the installation, which only its nodes and operators may use. */
export function createNatsControl(connection: NatsConnection): ControlChannel {
  return {
    serve(cell, answer) {
      const subscription = connection.subscribe(subject(cell), {
        callback: (error, message) => {
          if (error) return;
          const request = v.safeParse(Request, readJson(message.string()));
          if (!request.success) return;
          void answer(request.output)
            .catch((reason: unknown): ControlAnswer => ({ isDone: false, detail: detailOf(reason) }))
            .then((answered) => message.respond(JSON.stringify(answered)));
        },
      });
      return () => subscription.unsubscribe();
    },
    async ask(cell, request: ControlRequest, timeoutMs): Promise<ControlAnswer | null> {
      try {
        const message = await connection.request(subject(cell), JSON.stringify(request), {
          timeout: timeoutMs,
        });
        return v.parse(Answer, message.json());
      } catch {
        return null;
      }
    },
  };
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const detailOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason));

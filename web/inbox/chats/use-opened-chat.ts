import { useSignals } from "@preact/signals-react/runtime";
import { useEffect, useRef, useState } from "react";
import type { ChatAnswer } from "#inbox/chats/contract.ts";
import { ApiError } from "#web/lib/api/api-error.ts";
import { chatCalls } from "./chats-api.ts";
import { team } from "./team.ts";

interface OpenedChat {
  readonly chat: ChatAnswer | undefined;
  /** `gone`: the chat was deleted, or the user is not a member of it. */
  readonly state: "loading" | "here" | "gone" | "failed";
  readonly retry: () => void;
}

/** The chat with this uuid, from the cache or loaded. Undefined as soon as the user loses access. */
export function useOpenedChat(uuid: string): OpenedChat {
  useSignals();
  const [state, setState] = useState<"loading" | "here" | "gone" | "failed">("loading");
  const [tries, setTries] = useState(0);
  const chat = team.chats.all.value.find((one) => one.uuid === uuid);
  const isKnown = chat !== undefined;
  const wasHere = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `tries` repeats the request
  useEffect(() => {
    // A chat that is no longer in the cache was removed: no request is needed.
    if (isKnown || wasHere.current) {
      wasHere.current = isKnown;
      setState(isKnown ? "here" : "gone");
      return;
    }
    let isCurrent = true;
    chatCalls.byUuid(uuid).then(
      (answer) => isCurrent && team.take(answer),
      (error: unknown) =>
        isCurrent && setState(error instanceof ApiError && error.status === 404 ? "gone" : "failed"),
    );
    return () => {
      isCurrent = false;
    };
  }, [uuid, isKnown, tries]);
  return {
    chat,
    state: !isKnown && state === "here" ? "loading" : state,
    retry: () => {
      setState("loading");
      setTries((n) => n + 1);
    },
  };
}

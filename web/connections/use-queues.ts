import { useEffect, useState } from "react";
import type { QueueRef } from "#queues/contract.ts";
import { toast } from "#web/ui/toast.ts";
import { connectionCalls } from "./connections-api.ts";

/** The company's queues, read when the form opens. */
export function useQueues(): readonly QueueRef[] | null {
  const [queues, setQueues] = useState<readonly QueueRef[] | null>(null);
  useEffect(() => {
    connectionCalls.queues().then(setQueues, (error) => {
      toast.failure(error);
      setQueues([]);
    });
  }, []);
  return queues;
}

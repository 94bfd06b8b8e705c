import { useEffect, useState } from "react";
import type { QueueRef } from "#queues/contract.ts";
import { toast } from "#web/ui/toast.ts";
import { userCalls } from "./users-api.ts";

/** The company's queues, read when the form opens; null until they are here. */
export function useQueues(): readonly QueueRef[] | null {
  const [queues, setQueues] = useState<readonly QueueRef[] | null>(null);
  useEffect(() => {
    userCalls.queues().then(setQueues, (error) => {
      toast.failure(error);
      setQueues([]);
    });
  }, []);
  return queues;
}

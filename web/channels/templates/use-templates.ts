import { useEffect, useState } from "react";
import type { TemplateAnswer } from "#channels/templates/contract.ts";
import { toast } from "#web/ui/toast/toast.ts";
import { templateCalls } from "./templates-api.ts";

/** The templates of an official number; null while they load and without a number. */
export function useTemplates(connectionId: number | null): readonly TemplateAnswer[] | null {
  const [found, setFound] = useState<{
    readonly of: number;
    readonly templates: readonly TemplateAnswer[];
  } | null>(null);
  useEffect(() => {
    if (connectionId === null) return;
    let isHere = true;
    const keep = (templates: readonly TemplateAnswer[]) =>
      isHere && setFound({ of: connectionId, templates });
    templateCalls.list(connectionId).then(
      ({ templates }) => keep(templates),
      (error: unknown) => {
        toast.failure(error);
        keep([]);
      },
    );
    return () => {
      isHere = false;
    };
  }, [connectionId]);
  return found !== null && found.of === connectionId ? found.templates : null;
}

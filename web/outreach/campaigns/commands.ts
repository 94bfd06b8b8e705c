import { type Campaign, type CampaignCalls, campaignCalls } from "./campaigns-api.ts";

/** Commands that change a campaign's state. */
export type Command = "cancel" | "restart" | "pause" | "resume";

/** Text key of the toast on success. */
export const DONE_TEXT = {
  cancel: "done.cancelled",
  restart: "done.restarted",
  pause: "done.paused",
  resume: "done.resumed",
} as const satisfies Record<Command, string>;

export interface CommandOptions {
  readonly calls?: Pick<CampaignCalls, Command>;
  readonly onDone: (changed: Campaign, command: Command) => void;
  /** Shows the server's error text (docs/rules/screens.md#campaigns). */
  readonly onFailure: (error: unknown) => void;
}

/** Runs one command at a time per campaign; a second one during the request is ignored. */
export function createCommandRunner({ calls = campaignCalls, onDone, onFailure }: CommandOptions) {
  const running = new Set<number>();
  return async (command: Command, id: number): Promise<void> => {
    if (running.has(id)) return;
    running.add(id);
    try {
      onDone(await calls[command](id), command);
    } catch (error) {
      onFailure(error);
    } finally {
      running.delete(id);
    }
  };
}

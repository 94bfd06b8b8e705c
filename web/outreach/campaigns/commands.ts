import { type Campaign, type CampaignCalls, campaignCalls } from "./campaigns-api.ts";

/** What takes a campaign from one state to another. */
export type Command = "cancel" | "restart" | "pause" | "resume";

/** Word of the toast when it is done. */
export const DONE = {
  cancel: "done.cancelled",
  restart: "done.restarted",
  pause: "done.paused",
  resume: "done.resumed",
} as const satisfies Record<Command, string>;

export interface CommandOptions {
  readonly calls?: Pick<CampaignCalls, Command>;
  readonly onDone: (changed: Campaign, command: Command) => void;
  /** The server's own words (docs/rules/screens.md#campaigns). */
  readonly onFailure: (error: unknown) => void;
}

/** Runs a command once at a time for each campaign: a second press while it is under way does nothing. */
export function commander({ calls = campaignCalls, onDone, onFailure }: CommandOptions) {
  const underWay = new Set<number>();
  return async (command: Command, id: number): Promise<void> => {
    if (underWay.has(id)) return;
    underWay.add(id);
    try {
      onDone(await calls[command](id), command);
    } catch (error) {
      onFailure(error);
    } finally {
      underWay.delete(id);
    }
  };
}

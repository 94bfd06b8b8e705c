/** The bot's state in a ticket period, stored on the ticket's row (docs/rules/queue-menu.md#menu). */
export interface BotState {
  readonly queueId: number | null;
  /** The option tree of the queue is running. */
  readonly chatbot: boolean;
  /** null = at the root. */
  readonly queueOptionId: number | null;
  /** Consecutive inputs that the current node did not understand. */
  readonly optionTries: number;
  /** Number of queue menus sent. */
  readonly botMenusSent: number;
  readonly useIntegration: boolean;
  readonly integrationId: number | null;
  readonly promptId: number | null;
  /** Times in ms. */
  readonly greetedAt: number | null;
  readonly outOfHoursAt: number | null;
  /** When the bot ended in this ticket period. */
  readonly botEndedAt: number | null;
}

export const freshState: BotState = {
  queueId: null,
  chatbot: false,
  queueOptionId: null,
  optionTries: 0,
  botMenusSent: 0,
  useIntegration: false,
  integrationId: null,
  promptId: null,
  greetedAt: null,
  outOfHoursAt: null,
  botEndedAt: null,
};

export const isRunning = (state: Pick<BotState, "chatbot" | "useIntegration">): boolean =>
  state.chatbot || state.useIntegration;

/** The state after the bot has stopped. */
export const stopped = (state: BotState, now: number): BotState => ({
  ...state,
  chatbot: false,
  queueOptionId: null,
  optionTries: 0,
  useIntegration: false,
  integrationId: null,
  promptId: null,
  botEndedAt: now,
});

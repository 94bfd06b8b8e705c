/** What the bot remembers of an attendance; all of it lives on the ticket's row (docs/rules/queue-menu.md#menu). */
export interface BotState {
  readonly queueId: number | null;
  /** The option tree of the queue is running. */
  readonly chatbot: boolean;
  /** null = at the root. */
  readonly queueOptionId: number | null;
  /** Inputs in a row that the current node did not understand. */
  readonly optionTries: number;
  /** Menus of queues sent. */
  readonly amountUsedBotQueues: number;
  readonly useIntegration: boolean;
  readonly integrationId: number | null;
  readonly promptId: number | null;
  /** Times in ms. */
  readonly greetedAt: number | null;
  readonly outOfHoursAt: number | null;
  /** When the bot ended in this attendance. */
  readonly botEndedAt: number | null;
}

export const freshState: BotState = {
  queueId: null,
  chatbot: false,
  queueOptionId: null,
  optionTries: 0,
  amountUsedBotQueues: 0,
  useIntegration: false,
  integrationId: null,
  promptId: null,
  greetedAt: null,
  outOfHoursAt: null,
  botEndedAt: null,
};

export const isRunning = (state: Pick<BotState, "chatbot" | "useIntegration">): boolean =>
  state.chatbot || state.useIntegration;

/** Nothing of the bot runs any more. */
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

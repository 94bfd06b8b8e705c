import type { Node } from "./tree-shape.ts";

/** A node with children, for tests. */
export const sampleNode = (id: number, children: readonly Node[] = [], change: Partial<Node> = {}): Node => ({
  id,
  title: `N${id}`,
  message: "",
  option: String(id),
  queueId: 1,
  parentId: null,
  action: "say",
  targetQueueId: null,
  targetUserId: null,
  targetTagId: null,
  integrationId: null,
  promptId: null,
  fallbackQueueId: null,
  maxTries: 3,
  autoAdvance: false,
  mediaPath: null,
  mediaName: null,
  children,
  ...change,
});

import type { HelpAnswer } from "./contract.ts";
import type { HelpRow } from "./schema.ts";

export const presentHelp = ({ id, title, description, video }: HelpRow): HelpAnswer => ({
  id,
  title,
  description,
  video,
});
